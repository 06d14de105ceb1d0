/// Under which names the adapter keeps its values in the engine's store. (CIO 8)
enum CIOKeys {
    /// The name of the engine, with which its regions, timers and requests begin.
    static let engine = "cio"
    static let context = "cio.context"
    static let config = "cio.config"
    static let sync = "cio.sync"
    /// Fences of the last download that are not watched.
    static let leftOut = "cio.leftOut"
    static let location = "cio.location"
    static let pipeline = "cio.pipeline"
    static let anonymous = "cio.anonymous"
    /// What the keys of calls begin with that have not been carried out yet.
    static let call = "cio.call."
    /// The timer of the pipeline.
    static let pipelineTimer = "cio.pipeline"
    /// Until when the server wants no downloads, and the timer of that.
    static let pause = "cio.pause"
    /// Background time of a pass, and the timer that ends it.
    static let pass = "cio.pass"
}
