import Foundation
import Synchronization

/// Messages about symbols that no host can draw, in the extension's log.
enum UnknownSymbol {
    /// The names about which there was a message, at most ``most``.
    private static let named = Mutex<Set<String>>([])
    private static let most = 32

    /// The message about a name; nil if there was one already, or if there were too many.
    static func message(about name: String) -> String? {
        let isNew = named.withLock { $0.count < most && $0.insert(name).inserted }
        guard isNew else { return nil }
        let shown = name.unicodeScalars.prefix(80).map { $0.properties.isWhitespace ? " " : String($0) }.joined()
        return "UIImage(systemName: \"\(shown)\") is nil, because hosts have no such symbol; the list of symbols is in "
            + "Documentation/UIKit.md."
    }

    /// Prints the message about a name.
    static func report(_ name: String) {
        guard let message = message(about: name) else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    }
}
