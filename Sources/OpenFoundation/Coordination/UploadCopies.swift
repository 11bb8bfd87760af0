import Foundation

/// Copies of items for uploads, in the place of the items themselves: of a file as it is, of a folder as a zip archive.
struct UploadCopies {
    /// The copies, and the items of which none is made.
    let urls: [URL]
    private let files: [TemporaryFile]

    /// Copies the items that are read for an upload.
    ///
    /// - Throws: the file system's error; that of ``FolderArchive/make(of:_:)`` for a folder. No copy is left then.
    init(of urls: [URL], _ items: [ItemAccess]) throws {
        var files: [TemporaryFile] = []
        do {
            self.urls = try zip(urls, items).map { url, item in
                guard item.isForUploading else { return url }
                let file = try Self.copy(of: url)
                files.append(file)
                return file.url
            }
        } catch {
            for file in files { file.remove() }
            throw error
        }
        self.files = files
    }

    private static func copy(of url: URL) throws -> TemporaryFile {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            return try FolderArchive.make(of: url, .whole)
        }
        return try TemporaryFile.make(named: url.lastPathComponent, "public.data") { target in
            try FileManager.default.copyItem(at: url, to: target)
        }
    }

    func remove() { for file in files { file.remove() } }
}
