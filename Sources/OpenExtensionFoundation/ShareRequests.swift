import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation

/// The items for which an extension asks its host to show a share sheet.
enum ShareRequests {
    /// The maximum time until the sheet has left the screen again: a person decides.
    private static let limit = Duration.seconds(3600)

    /// Creates the function that asks the host of one session.
    static func sharer(over session: ItemExchange) -> NSExtensionContext.Sharer {
        { items, excluded, shared in
            let request = SessionInterface.Share(
                items: session.export(items), excluded: Array(excluded.prefix(SessionInterface.Share.excludedLimit)))
            session.connection.begin(request, within: limit) { answer in
                do throws(WireError) {
                    let reply = try SessionInterface.Share.Reply(wireBytes: answer.get().body)
                    if let reason = reply.result.reason { log(reason) }
                    shared(
                        SharedActivity(
                            type: reply.activity.isEmpty ? nil : reply.activity,
                            isCompleted: reply.result == .completed, items: session.items(reply.items)))
                } catch {
                    log("the host did not answer: \(error)")
                    shared(SharedActivity(type: nil))
                }
            }
        }
    }

    private static func log(_ reason: String) {
        try? FileHandle.standardError.write(contentsOf: Data("The share sheet was not shown: \(reason).\n".utf8))
    }
}

extension SessionInterface.Share.Reply.Result {
    /// Why the sheet was not shown, as the end of a sentence; nil if it was.
    fileprivate var reason: String? {
        switch self {
        case .completed, .cancelled, .dismissed: nil
        case .withoutUser: "the user has not just acted in the view; present it in response to an action"
        case .notShown: "the host has none, or shows one already"
        }
    }
}
