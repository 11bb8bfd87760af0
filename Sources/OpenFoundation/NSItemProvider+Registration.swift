import AppexProtocol
public import Foundation
public import OpenUniformTypeIdentifiers

extension NSItemProvider {
    /// Registers an object that is created when it is loaded.
    ///
    /// - Parameter loadHandler: calls its first argument once, immediately or later, on any thread. The second argument is
    ///   the requested class, nil for any class; the third contains the options of the load.
    public func registerItem(forTypeIdentifier typeIdentifier: String, loadHandler: @escaping LoadHandler) {
        append(ItemRepresentation(typeIdentifier, .handler, .all, .item(loadHandler)))
    }

    /// Registers data that are created when they are loaded.
    ///
    /// - Parameter visibility: the processes that may see the data.
    /// - Parameter loadHandler: calls its argument once, immediately or later, on any thread. The receiver, in whichever
    ///   process, can observe and cancel the returned progress.
    public func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        append(ItemRepresentation(typeIdentifier, .data, visibility, .data(loadHandler)))
    }

    /// Registers data that are created when they are loaded; see
    /// ``registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:)``.
    public func registerDataRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        registerDataRepresentation(
            forTypeIdentifier: contentType.identifier, visibility: visibility, loadHandler: loadHandler)
    }

    /// Registers a file that is created when it is loaded.
    ///
    /// Without `.openInPlace` the file is copied or opened before the call of the handler's argument returns, and may be
    /// deleted afterwards.
    ///
    /// - Parameter visibility: the processes that may see the file.
    /// - Parameter loadHandler: calls its argument once, immediately or later, on any thread, with the file's URL and
    ///   whether it must be read through a file coordinator. The receiver, in whichever process, can observe and cancel
    ///   the returned progress.
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

    /// Registers a file that is created when it is loaded; see
    /// ``registerFileRepresentation(forTypeIdentifier:fileOptions:visibility:loadHandler:)``.
    public func registerFileRepresentation(
        for contentType: UTType, visibility: NSItemProviderRepresentationVisibility = .all, openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        registerFileRepresentation(
            forTypeIdentifier: contentType.identifier, fileOptions: openInPlace ? .openInPlace : [],
            visibility: visibility, loadHandler: loadHandler)
    }

    /// The registered types that other processes may see.
    package var visibleTypeIdentifiers: [String] {
        representations.filter(\.visibility.crosses).map(\.typeIdentifier)
    }
}
