import AppexProtocol
public import Foundation
import Synchronization

/// An access to one of the items of ``NSFileCoordinator/coordinate(with:queue:byAccessor:)``.
///
/// Source: https://developer.apple.com/documentation/foundation/nsfileaccessintent
public final class NSFileAccessIntent: NSObject, Sendable {
    let isWriting: Bool
    let options: UInt
    private let current: Mutex<URL>

    private init(_ url: URL, isWriting: Bool, options: UInt) {
        current = Mutex(url)
        self.isWriting = isWriting
        self.options = options
    }

    /// An intent to read an item.
    public static func readingIntent(
        with url: URL, options: NSFileCoordinator.ReadingOptions = []
    ) -> NSFileAccessIntent {
        NSFileAccessIntent(url, isWriting: false, options: options.rawValue)
    }

    /// An intent to write to an item.
    public static func writingIntent(
        with url: URL, options: NSFileCoordinator.WritingOptions = []
    ) -> NSFileAccessIntent {
        NSFileAccessIntent(url, isWriting: true, options: options.rawValue)
    }

    /// The URL of the item. Another one while the accessor runs if the item has been moved meanwhile.
    public var url: URL { current.withLock { $0 } }

    func setURL(_ url: URL) { current.withLock { $0 = url } }
}
