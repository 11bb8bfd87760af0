import AppexProtocol
import Foundation

/// An access to one item, as a coordinator was asked for it.
struct ItemAccess {
    let url: URL
    let isWriting: Bool
    let options: UInt

    init(reading url: URL, _ options: NSFileCoordinator.ReadingOptions) {
        self.init(url, isWriting: false, options: options.rawValue)
    }

    init(writing url: URL, _ options: NSFileCoordinator.WritingOptions) {
        self.init(url, isWriting: true, options: options.rawValue)
    }

    init(_ intent: NSFileAccessIntent) {
        self.init(intent.url, isWriting: intent.isWriting, options: intent.options)
    }

    private init(_ url: URL, isWriting: Bool, options: UInt) {
        self.url = url
        self.isWriting = isWriting
        self.options = options
    }

    /// Whether the accessor reads a copy.
    var isForUploading: Bool {
        !isWriting && NSFileCoordinator.ReadingOptions(rawValue: options).contains(.forUploading)
    }

    /// The access as the broker is asked for it.
    ///
    /// - Throws: ``FileCoordinationError/Code/unsuitableURL``.
    func message() throws(FileCoordinationError) -> CoordinationInterface.Access {
        let resolves = !isWriting && NSFileCoordinator.ReadingOptions(rawValue: options).contains(.resolvesSymbolicLink)
        let location = try ItemLocation(url, resolvesLink: resolves)
        return CoordinationInterface.Access(
            path: location.path, package: location.package, isWriting: isWriting,
            options: UInt8(truncatingIfNeeded: options))
    }
}
