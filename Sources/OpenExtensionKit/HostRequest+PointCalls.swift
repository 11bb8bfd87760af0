import AppexProtocol
import AppexSystem
import AppexWire
import OpenFoundation

/// Requests of an extension point, which the host makes between the beginning of the request and its end.
extension HostRequest {
    /// Calls the extension.
    ///
    /// - Parameter limit: the maximum time for the answer. An extension that does not answer in time is ended.
    /// - Parameter ending: the task that waits for the outcome of this request.
    /// - Throws: ``ExtensionError``: `timedOut`, `protocolViolation`, `refused` if the extension refuses the call, or the
    ///   reason for which the request has ended; `CancellationError`.
    nonisolated(nonsending) func call<Request: WireRequest>(
        _ call: Request, within limit: Duration, ending: Task<[ItemDescription], any Error>
    ) async throws -> Request.Reply {
        do throws(WireError) {
            guard let connection = exchange?.connection else { throw .closed("the request has ended") }
            return try await connection.call(call, within: limit).0
        } catch .cancelled {
            throw CancellationError()
        } catch .timedOut(let limit) {
            timedOut("did not answer within \(limit.inRoundedSeconds)")
            _ = try await ending.value
            throw ExtensionError(.timedOut, "\(identifier) did not answer in time.")
        } catch .closed(let reason) {
            // The outcome is the reason: the extension has died, for example.
            _ = try await ending.value
            throw ExtensionError(.died, "\(identifier) has ended the request: \(reason).")
        } catch .remote(let failure) {
            throw ExtensionError(.refused, "\(identifier) refused to edit: \(failure.message)", underlying: failure)
        } catch .tooLarge(let what, let limit) {
            throw ExtensionError(.refused, "Cannot call \(identifier): the limit for \(what) is \(limit).")
        } catch {
            violated(error)
            _ = try await ending.value
            throw ExtensionError(.protocolViolation, "\(identifier) broke the protocol: \(error).", underlying: error)
        }
    }

    /// Describes an item to the extension, which may load its attachments from now on.
    ///
    /// - Throws: the reason for which the request has ended.
    nonisolated(nonsending) func exported(
        _ item: NSExtensionItem, ending: Task<[ItemDescription], any Error>
    ) async throws -> ItemDescription {
        if let description = exchange?.export([item]).first { return description }
        _ = try await ending.value
        throw ExtensionError(.died, "\(identifier) has ended the request; try again.")
    }

    /// Waits for the outcome, and cancels the request if there is none in time.
    func waitUntilEnded(_ ending: Task<[ItemDescription], any Error>, within limit: Duration) async {
        if let loop = try? EventLoop.shared() { arm(loop, after: limit) { $0.cancel() } }
        _ = await ending.result
    }
}
