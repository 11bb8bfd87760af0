public import Foundation
import Synchronization

extension NSItemProvider {
    /// Registers an object that is made when it is asked for.
    public func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
        append(ItemRepresentation(typeIdentifier, .all, .item(loadHandler)))
    }

    /// Registers data that are made when they are asked for.
    ///
    /// - Parameter loadHandler: calls its argument once, now or later, from any thread.
    public func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        append(ItemRepresentation(typeIdentifier, visibility, .data(loadHandler)))
    }

    /// Registers a file that is made when it is asked for. The file is copied or opened before the
    /// call of the handler's argument returns, so its owner may delete it afterwards.
    ///
    /// - Parameter loadHandler: calls its argument once, now or later, from any thread, with the
    ///   file's URL and whether it must be read through a file coordinator.
    public func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        append(ItemRepresentation(typeIdentifier, visibility, .file(loadHandler)))
    }

    /// The registered types that others may know of: not those of representations for the own process only.
    package var visibleTypeIdentifiers: [String] {
        state.withLock { $0.representations.filter { $0.visibility == .all }.map(\.typeIdentifier) }
    }
}
