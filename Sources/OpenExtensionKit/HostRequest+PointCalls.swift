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
            guard !hasOutcome, let connection = exchange?.connection else { throw .closed("the request has ended") }
            return try await connection.call(call, within: limit).0
        } catch .cancelled {
            throw CancellationError()
        } catch .timedOut(let limit) {
            timedOut("did not answer within \(limit.inRoundedSeconds)")
            throw try await reason(ending)
        } catch .closed {
            throw try await reason(ending)
        } catch .remote(let failure) {
            // The extension may have ended the request, and refuses its messages since.
            if hasOutcome { throw try await reason(ending) }
            throw ExtensionError(.refused, "\(identifier) refused to edit: \(failure.message)", underlying: failure)
        } catch .tooLarge(let what, let limit) {
            throw ExtensionError(.refused, "Cannot call \(identifier): the limit for \(what) is \(limit).")
        } catch {
            violated(error)
            throw try await reason(ending)
        }
    }

    /// Waits for the outcome, which is the reason for which a call was not answered.
    ///
    /// - Returns: the error for an extension that has completed the request on its own.
    /// - Throws: the error that is the outcome.
    nonisolated(nonsending) private func reason(
        _ ending: Task<[ItemDescription], any Error>
    ) async throws -> ExtensionError {
        _ = try await ending.value
        return ExtensionError(.died, "\(identifier) has ended editing without a result; try again.")
    }

    /// Describes an item to the extension, which may load its attachments from now on.
    ///
    /// - Throws: the reason for which the request has ended.
    nonisolated(nonsending) func exported(
        _ item: NSExtensionItem, ending: Task<[ItemDescription], any Error>
    ) async throws -> ItemDescription {
        if let description = exchange?.export([item]).first { return description }
        throw try await reason(ending)
    }

    /// Sends the last call of the host, and waits for the outcome. The request is cancelled if it has no outcome within the
    /// time limit, or if the task is cancelled.
    func end(
        _ call: some WireRequest, within limit: Duration, ending: Task<[ItemDescription], any Error>
    ) async {
        // An extension that does not answer, or has died, has no influence on the outcome.
        exchange?.connection.begin(call, within: limit) { _ in }
        if let loop = try? EventLoop.shared() { arm(loop, after: limit) { $0.cancel() } }
        await withTaskCancellationHandler {
            _ = await ending.result
        } onCancel: {
            cancel()
        }
    }
}
