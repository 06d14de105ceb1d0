// question: DispatchSemaphore.wait may be called in asynchronous code
// thought: no
// sdk: macosx
// target: arm64-apple-macosx14.0
import Dispatch

func pause(_ semaphore: DispatchSemaphore) async { semaphore.wait() }
