import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import GeofenceEngine
import LocationCore

/// What servers answer. The first two bytes choose a status, the third a header.
extension FuzzTarget {
    static let bgeoAnswers = FuzzTarget(name: "bgeo-answers") { bytes in
        let result = answer(bytes)
        _ = BGeoPayload.outcome(of: result, canRefresh: true)
        promise(BGeoPayload.httpEvent(result)["status"] != nil, "an event without a status")
        let old = BGeoTokens(access: "a", refresh: "r")
        let tokens = BGeoPayload.refreshedTokens(result, replacing: old)
        promise(tokens?.access?.isEmpty != true, "an empty token")
        _ = BGeoPayload.authorizationEvent(tokens, result).bytes()
    }

    static let cioAnswers = FuzzTarget(name: "cio-answers") { bytes in
        let result = answer(bytes)
        _ = CIOAnswers.outcome(ofTrack: result)
        _ = CIOAnswers.outcome(ofBatch: result)
        guard let body = try? CIOAnswers.body(of: result), let response = try? NearestResponse(body: body) else {
            return
        }
        promise(Set(response.fences.map(\.id)).count == response.fences.count, "one identifier twice")
        for fence in response.fences.prefix(8) { promise(!fence.id.text.isEmpty, "a fence without a name") }
    }

    static let beekonAnswers = FuzzTarget(name: "beekon-answers") { bytes in
        let result = answer(bytes)
        _ = UploadAnswer(result, now: Timestamp(milliseconds: 1_772_355_600_000)).outcome
        guard case .replaced(let slice) = SliceAnswer(body: bytes.dropFirst(3)) else { return }
        promise(Set(slice.items.map { Array($0.id.utf8) }).count == slice.items.count, "one identifier twice")
    }

    private static func answer(_ bytes: [UInt8]) -> HTTPResult {
        guard bytes.count >= 3 else { return .failure(.connectionLost) }
        let status = Int(bytes[0]) << 8 | Int(bytes[1])
        let text = String(decoding: bytes.dropFirst(3).prefix(40), as: UTF8.self)
        return .response(
            status: status, headers: bytes[2] & 1 == 0 ? [:] : ["retry-after": text], body: Array(bytes.dropFirst(3)))
    }
}
