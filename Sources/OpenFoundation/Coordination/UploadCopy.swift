import Foundation

/// A copy of an item for an upload: a file as it is, a folder as a zip archive.
struct UploadCopy {
    private let file: TemporaryFile

    /// Copies an item.
    ///
    /// - Throws: the file system's error; that of ``FolderArchive/make(of:)`` for a folder.
    init(of url: URL) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            file = try FolderArchive.make(of: url)
        } else {
            file = try TemporaryFile.make(named: url.lastPathComponent, "public.data") { target in
                try FileManager.default.copyItem(at: url, to: target)
            }
        }
    }

    var url: URL { file.url }

    func remove() { file.remove() }
}
