import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation

/// The URLs that an extension asks its host to open.
enum URLRequests {
    /// The maximum time for a host to open a URL, which may launch an app.
    private static let limit = Duration.seconds(30)

    /// Creates the function that asks the host of one session.
    static func opener(over session: ItemExchange) -> NSExtensionContext.Opener {
        { url, opened in
            let text = url.absoluteString
            guard text.utf8.count <= SessionInterface.OpenURL.limit else {
                log(text, "it is longer than \(SessionInterface.OpenURL.limit) bytes")
                return opened(false)
            }
            session.connection.begin(SessionInterface.OpenURL(url: text), within: limit) { answer in
                do throws(WireError) {
                    let result = try SessionInterface.OpenURL.Reply(wireBytes: answer.get().body).result
                    if let reason = result.reason { log(text, reason) }
                    opened(result == .opened)
                } catch {
                    log(text, "the host did not answer: \(error)")
                    opened(false)
                }
            }
        }
    }

    private static func log(_ url: String, _ reason: String) {
        let line = "The URL \(url.prefix(200)) was not opened: \(reason).\n"
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}

extension SessionInterface.OpenURL.Reply.Result {
    /// Why the URL was not opened, as the end of a sentence; nil if it was.
    fileprivate var reason: String? {
        switch self {
        case .opened: nil
        case .notAllowed: "extensions of this extension point may not open it"
        case .invalid: "it is not a URL with a scheme"
        case .noApp: "no installed app declares its scheme"
        case .withoutUser: "the user has not just acted in the view; open one URL in response to each action"
        case .notOpened: "the host declined to open it"
        case .ambiguous: "several installed apps declare its scheme; `appex open --app` opens it with one of them"
        }
    }
}
