import AppexProtocol
public import Foundation
public import OpenUniformTypeIdentifiers

extension NSItemProvider {
    /// A provider of one object under one type. Nil for the object or the type makes an empty provider.
    ///
    /// ## Difference from Apple
    /// Apple's system raises an exception for an object without a type.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let item, let typeIdentifier else { return }
        let held = Held(item)
        append(
            ItemRepresentation(
                typeIdentifier, .object, .all, .item { completion, _, _ in completion?(held.value, nil) }))
    }

    /// A provider of a file or a folder: its content under the type of its extension, and its URL under
    /// `public.file-url`.
    ///
    /// Where the extension says nothing the type is `public.data` for a file and `public.folder` for a folder.
    ///
    /// - Returns: nil when the URL does not name a readable file.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, FileManager.default.isReadableFile(atPath: fileURL.path) else {
            return nil
        }
        self.init()
        append(ItemRepresentation(Self.contentType(of: fileURL), .file, .all, .existingFile(fileURL)))
        append(ItemRepresentation("public.file-url", .file, .all, .fileURL(fileURL)))
        suggestedName = fileURL.lastPathComponent
    }

    /// A provider of the content of a file, which has to be there when it is loaded.
    ///
    /// - Parameter contentType: what the file is; nil to go by its extension.
    /// - Parameter openInPlace: whether whoever loads it may open the file itself.
    /// - Parameter coordinated: whether the file is read through a file coordinator. There is none yet, so
    ///   this says nothing.
    public convenience init(
        contentsOf fileURL: URL, contentType: UTType?, openInPlace: Bool = false, coordinated: Bool = false,
        visibility: NSItemProviderRepresentationVisibility = .all
    ) {
        self.init()
        append(
            ItemRepresentation(
                contentType?.identifier ?? Self.contentType(of: fileURL), .file, visibility, opensInPlace: openInPlace,
                .existingFile(fileURL)))
        suggestedName = fileURL.lastPathComponent
    }

    /// A provider of everything that an object can write itself as.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    private static func contentType(of file: URL) -> String {
        if let type = UTType(filenameExtension: file.pathExtension) { return type.identifier }
        return isFolder(file) ? "public.folder" : "public.data"
    }

    static func isFolder(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
