import AppexProtocol
public import Foundation
public import OpenUniformTypeIdentifiers
import SystemPackage

extension NSItemProvider {
    /// Creates a provider with one object of one type; without an object or a type, an empty provider.
    ///
    /// ## Difference from Apple
    /// Apple's system raises an exception if there is an object but no type.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let item, let typeIdentifier else { return }
        append(
            ItemRepresentation(typeIdentifier, .object, .all, .object(Held(OpenFoundation.object(standingFor: item)))))
    }

    /// Creates a provider of a file or a folder.
    ///
    /// It has two representations: the content, and the URL as `public.file-url`. The type of the content is that of the
    /// filename extension, or else is recognized from the content; if neither is known, it is `public.data` or
    /// `public.folder`.
    ///
    /// - Returns: nil if the URL is not that of a readable file.
    ///
    /// ## Difference from Apple
    /// Apple's system determines the type by the filename extension alone.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, FileManager.default.isReadableFile(atPath: fileURL.path) else {
            return nil
        }
        self.init()
        append(
            ItemRepresentation(
                TypeGraph.current.type(ofFileAt: FilePath(fileURL.path)), .file, .all, .existingFile(fileURL)))
        append(ItemRepresentation("public.file-url", .file, .all, .fileURL(fileURL)))
        suggestedName = fileURL.lastPathComponent
    }

    /// Creates a provider of the content of a file, which has to exist when it is loaded.
    ///
    /// - Parameter contentType: the type of the file; nil to determine it as ``init(contentsOf:)`` does.
    /// - Parameter openInPlace: whether the receiver may open the original file.
    /// - Parameter coordinated: whether the file is read through a file coordinator. It has no effect yet.
    /// - Parameter visibility: the processes that may see the file.
    public convenience init(
        contentsOf fileURL: URL, contentType: UTType?, openInPlace: Bool = false, coordinated: Bool = false,
        visibility: NSItemProviderRepresentationVisibility = .all
    ) {
        self.init()
        append(
            ItemRepresentation(
                contentType?.identifier ?? TypeGraph.current.type(ofFileAt: FilePath(fileURL.path)), .file, visibility,
                opensInPlace: openInPlace,
                .existingFile(fileURL)))
        suggestedName = fileURL.lastPathComponent
    }

    /// Creates a provider with all types that an object can be written as.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    static func isFolder(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
