import AppexProtocol
public import Foundation
public import OpenUniformTypeIdentifiers
import SystemPackage

extension NSItemProvider {
    /// A provider of one object under one type. Nil for the object or the type makes an empty provider.
    ///
    /// ## Difference from Apple
    /// Apple's system raises an exception for an object without a type.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let item, let typeIdentifier else { return }
        append(
            ItemRepresentation(typeIdentifier, .object, .all, .object(Held(OpenFoundation.object(standingFor: item)))))
    }

    /// A provider of a file or a folder: its content under the type that its extension has or else its content
    /// looks like (`public.data`, or `public.folder`, when nothing is known of either), and its URL under
    /// `public.file-url`.
    ///
    /// ## Difference from Apple
    /// Apple's system goes by the extension alone.
    ///
    /// - Returns: nil when the URL does not name a readable file.
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

    /// A provider of the content of a file, which has to be there when it is loaded.
    ///
    /// - Parameter contentType: what the file is; nil to find out as ``init(contentsOf:)`` does.
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
                contentType?.identifier ?? TypeGraph.current.type(ofFileAt: FilePath(fileURL.path)), .file, visibility,
                opensInPlace: openInPlace,
                .existingFile(fileURL)))
        suggestedName = fileURL.lastPathComponent
    }

    /// A provider of everything that an object can write itself as.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    static func isFolder(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
