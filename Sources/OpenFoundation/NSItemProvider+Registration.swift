import AppexProtocol
public import Foundation
public import OpenUniformTypeIdentifiers

extension NSItemProvider {
    /// Registers an object that is made when it is asked for.
    ///
    /// - Parameter loadHandler: calls its first argument once, now or later, from any thread. The second is the
    ///   class that is wanted, nil when any will do; the third the options of the load.
    public func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
        append(ItemRepresentation(typeIdentifier, .handler, .all, .item(loadHandler)))
    }

    /// Registers data that are made when they are asked for.
    ///
    /// - Parameter loadHandler: calls its argument once, now or later, from any thread. The progress that it
    ///   returns is seen, and can be cancelled, by whoever loads, in whichever process.
    public func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        append(ItemRepresentation(typeIdentifier, .data, visibility, .data(loadHandler)))
    }

    /// The same for a type.
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        registerDataRepresentation(
            forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
    }

    /// Registers a file that is made when it is asked for.
    ///
    /// Without `.openInPlace` the file is copied or opened before the call of the handler's argument returns,
    /// so its owner may delete it afterwards.
    ///
    /// - Parameter loadHandler: calls its argument once, now or later, from any thread, with the
    ///   file's URL and whether it must be read through a file coordinator. For the progress see
    ///   ``registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:)``.
    public func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [],
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        append(
            ItemRepresentation(
                typeIdentifier, .file, visibility, opensInPlace: fileOptions.contains(.openInPlace), .file(loadHandler))
        )
    }

    /// The same for a type.
    public func registerFileRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        registerFileRepresentation(
            forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
            visibility: visibility, loadHandler: loadHandler)
    }

    /// The registered types that others may know of: not those of representations that only this process sees.
    package var visibleTypeIdentifiers: [String] {
        representations.filter(\.visibility.crosses).map(\.typeIdentifier)
    }
}
