import AppexModel
import AppexSystem
import Foundation
import Glibc
import OpenFoundation
import SystemPackage

/// The folder with the edits of one photograph: the record `edits.json`, and for each version its rendition, such as
/// `1.jpg`, and its adjustment data, such as `1.adjustment`.
///
/// The folder may come from another user, so its content is untrusted: names in the record are not used, files are opened
/// relative to the folder and never through a link, and only regular files of a limited size are read.
struct PhotoEditFolder: Sendable {
    /// What the folder contains.
    struct Content: Sendable {
        var versions: PhotoVersions
        /// The adjustment data by the numbers of the versions.
        var adjustments: [Int: PhotoAdjustmentData] = [:]
    }

    /// The files of a version that is added.
    struct Addition {
        var version: PhotoVersions.Version
        var rendition: URL
        var adjustment: Data?
    }

    /// The steps of a change, for tests that interrupt it.
    enum Step: CaseIterable {
        case begun, cleaned, renditionWritten, filesWritten, recordWritten, recordReplaced, ended
    }

    /// The folder's path.
    let path: FilePath
    private let place: PhotoEditPlace
    private let photo: URL
    /// Is called at each step of a change. An error that it throws is handled like one of the kernel.
    var atStep: @Sendable (Step) throws(Errno) -> Void = { _ throws(Errno) in }

    private static let record: FilePath.Component = "edits.json"
    private static let newRecord: FilePath.Component = "edits.json.new"
    /// The maximum size of the record, in bytes. That of 32 versions with the longest names has 200 KB.
    static let recordLimit = 1 << 20
    /// The maximum number of directory entries that are searched for files to remove.
    private static let entryLimit = 4096
    /// How often reading begins again because another process has changed the edits in the meantime.
    private static let attempts = 4

    /// - Parameter photo: an absolute URL of a file.
    init(of photo: URL, in place: PhotoEditPlace) {
        self.photo = photo
        self.place = place
        let name = photo.lastPathComponent + ".edits"
        switch place {
        case .sidecar: path = FilePath(photo.deletingLastPathComponent().path).appending(name)
        case .folder(let root):
            let folder = FilePath(photo.deletingLastPathComponent().resolvingSymlinksInPath().path)
            path = FilePath(root.path).appending(folder.components).appending(name)
        }
    }

    /// The URL of a file in the folder.
    func url(_ name: String) -> URL { URL(fileURLWithPath: path.appending(name).string) }

    /// Reads the edits.
    ///
    /// - Returns: nil if the photograph has no edits.
    /// - Throws: ``PhotoEditingError/Code/editsUnusable``.
    func read() throws(PhotoEditingError) -> Content? {
        guard let folder = try open() else { return nil }
        return try read(in: folder)
    }

    private func read(in folder: borrowing Folder) throws(PhotoEditingError) -> Content? {
        var versions = try readRecord(in: folder)
        for _ in 1..<Self.attempts {
            do throws(PhotoEditingError) { return try readFiles(of: versions, in: folder) } catch {
                // A process that has replaced the record removes files of the old one.
                let newer = try readRecord(in: folder)
                guard newer != versions else { throw error }
                versions = newer
            }
        }
        return try readFiles(of: versions, in: folder)
    }

    /// Replaces the record and adds the files of a new version, or changes nothing. Waits until all is on disk; an error
    /// after the record was replaced is ignored, because the change has been made.
    ///
    /// - Parameter old: the versions that are expected to be in the folder; nil for none.
    /// - Throws: ``PhotoEditingError/Code/editsInUse`` if another process is changing the edits;
    ///   ``PhotoEditingError/Code/editsChanged`` if the folder has other versions than the expected ones;
    ///   ``PhotoEditingError/Code/editsUnusable``.
    func replace(
        _ old: PhotoVersions?, with new: PhotoVersions, adding addition: Addition? = nil
    ) throws(PhotoEditingError) {
        if let folder = try open() { return try replace(old, with: new, adding: addition, in: folder) }
        guard let folder = try open(making: true) else { throw failure(.noSuchFileOrDirectory) }
        do throws(PhotoEditingError) { try replace(old, with: new, adding: addition, in: folder) } catch {
            // Only an empty folder is removed, and not while another process begins to use it.
            if error.code != .editsInUse { rmdir(path.string) }
            throw error
        }
    }

    private func replace(
        _ old: PhotoVersions?, with new: PhotoVersions, adding addition: Addition?, in folder: borrowing Folder
    ) throws(PhotoEditingError) {
        let lock = try lock(folder)
        defer { withExtendedLifetime(lock) {} }
        let found = try readRecord(in: folder)
        guard (found?.areUnused == true ? nil : found) == old else {
            throw PhotoEditingError(
                .editsChanged,
                "The edits of \(photo.lastPathComponent) have been changed since they were opened, so nothing was changed; open the photograph again."
                    .tamed(by: "?"))
        }
        if found == nil { try checkNoVersions(in: folder) }
        do throws(Errno) { try write(new, addition, after: found, in: folder) } catch { throw failure(error) }
    }

    private func lock(_ folder: borrowing Folder) throws(PhotoEditingError) -> FileLock {
        do throws(Errno) { return try FileLock.trying(folder.descriptor.duplicate()) } catch {
            guard error == .wouldBlock else { throw failure(error) }
            throw PhotoEditingError(
                .editsInUse,
                "The edits of \(photo.lastPathComponent) are being changed at this moment, so nothing was changed; try again."
                    .tamed(by: "?"))
        }
    }

    /// Checks that a folder without a record has no files with the names of versions, which would be those of another program.
    private func checkNoVersions(in folder: borrowing Folder) throws(PhotoEditingError) {
        let names: [FilePath.Component]
        do throws(Errno) { names = try folder.names(limit: Self.entryLimit) } catch { throw failure(error) }
        guard let other = names.first(where: { PhotoVersions.number(ofFile: $0.string) != nil }) else { return }
        throw PhotoEditingError(
            .editsUnusable,
            "Cannot keep an edit of \(photo.lastPathComponent) in \(path), which contains \(other) but no \(Self.record), so nothing was changed; move the folder away and try again."
                .tamed(by: "?"))
    }

    // MARK: - Reading

    private func readRecord(in folder: borrowing Folder) throws(PhotoEditingError) -> PhotoVersions? {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try FileContent.prefix(
                of: folder.file(Self.record, O_RDONLY | O_NONBLOCK | O_NOCTTY), limit: Self.recordLimit + 1)
        } catch .noSuchFileOrDirectory {
            return nil
        } catch {
            throw damaged(Self.record.string, "\(error)", error)
        }
        guard bytes.count <= Self.recordLimit else {
            throw damaged(Self.record.string, "it has more than \(Self.recordLimit) bytes")
        }
        do { return try Self.decoder.decode(PhotoVersions.self, from: Data(bytes)) } catch {
            throw damaged(Self.record.string, "it is damaged, or was written by a newer version", error)
        }
    }

    private func readFiles(
        of versions: PhotoVersions?, in folder: borrowing Folder
    ) throws(PhotoEditingError) -> Content? {
        guard let versions, !versions.areUnused else { return nil }
        var content = Content(versions: versions)
        let media = EditablePhoto.media(of: EditablePhoto.type(of: photo))
        for version in versions.versions {
            guard version.kind.media == media else {
                throw damaged(version.renditionName, "the photograph is not of its type")
            }
            try check(version.renditionName, limit: RenditionCheck.byteLimit(of: media), in: folder)
            guard let format = version.format else { continue }
            let bytes = try readAdjustment(version.adjustmentName, in: folder)
            do throws(PhotoEditingError) {
                content.adjustments[version.number] = try PhotoAdjustmentData(
                    formatIdentifier: format.identifier, formatVersion: format.version, data: Data(bytes))
            } catch {
                throw damaged(version.adjustmentName, "it is empty or too large", error)
            }
        }
        return content
    }

    /// Checks that an entry is a regular file that is neither empty nor too large.
    private func check(_ name: String, limit: Int, in folder: borrowing Folder) throws(PhotoEditingError) {
        do throws(Errno) {
            let status = try folder.file(component(name), O_RDONLY | O_NONBLOCK | O_NOCTTY).status()
            guard status.st_mode & S_IFMT == S_IFREG else { throw .invalidArgument }
            guard (1...limit).contains(Int(status.st_size)) else { throw .fileTooLarge }
        } catch {
            throw damaged(name, Self.reason(error), error)
        }
    }

    private func readAdjustment(_ name: String, in folder: borrowing Folder) throws(PhotoEditingError) -> [UInt8] {
        do throws(Errno) {
            return try FileContent.prefix(
                of: folder.file(component(name), O_RDONLY | O_NONBLOCK | O_NOCTTY),
                limit: PhotoAdjustmentData.dataLimit + 1)
        } catch {
            throw damaged(name, Self.reason(error), error)
        }
    }

    // MARK: - Writing

    /// The new files are complete before the record is, and the record is replaced at once. Before the first files, a record
    /// without versions is written, so that files that an interruption leaves over are known to be such.
    ///
    /// - Throws: the kernel's error, if the record was not replaced.
    private func write(
        _ new: PhotoVersions, _ addition: Addition?, after old: PhotoVersions?, in folder: borrowing Folder
    ) throws(Errno) {
        try atStep(.begun)
        let earlier = old ?? PhotoVersions(of: new.photograph)
        do throws(Errno) {
            if old == nil {
                try replaceRecord(by: earlier, in: folder) {}
                try folder.sync()
            }
            removeLeftOvers(of: earlier, in: folder)
            try atStep(.cleaned)
            if let addition { try add(addition, in: folder) }
            try replaceRecord(by: new, in: folder) { () throws(Errno) in try atStep(.recordWritten) }
        } catch {
            try? folder.remove(Self.newRecord, isFolder: false)
            for name in addition?.version.fileNames ?? [] { try? folder.remove(component(name), isFolder: false) }
            if earlier.areUnused { try? folder.remove(Self.record, isFolder: false) }
            throw error
        }
        do throws(Errno) {
            try atStep(.recordReplaced)
            // Without an earlier version, the folder and those around it may be new.
            if earlier.areUnused { try folder.syncFileSystem() } else { try folder.sync() }
            removeLeftOvers(of: new, in: folder)
            try atStep(.ended)
        } catch {
            // The change was made. Files of the old record remain, because it may be on disk again if the system fails.
        }
    }

    private func replaceRecord(
        by versions: PhotoVersions, in folder: borrowing Folder, onceWritten: () throws(Errno) -> Void
    ) throws(Errno) {
        guard let bytes = try? Self.encoder.encode(versions), bytes.count <= Self.recordLimit else {
            throw .fileTooLarge
        }
        try folder.makeFile(Self.newRecord, containing: [UInt8](bytes))
        try folder.sync()
        try onceWritten()
        try folder.move(Self.newRecord, to: folder, as: Self.record)
    }

    private func add(_ addition: Addition, in folder: borrowing Folder) throws(Errno) {
        let source = try Descriptor(
            opening: FilePath(addition.rendition.path), O_RDONLY | O_NONBLOCK | O_NOCTTY)
        let target = try folder.makeFile(component(addition.version.renditionName))
        try FileContent.copy(source, into: target)
        try target.sync()
        try atStep(.renditionWritten)
        if let data = addition.adjustment {
            try folder.makeFile(component(addition.version.adjustmentName), containing: [UInt8](data))
        }
        try atStep(.filesWritten)
    }

    /// Removes the files of versions that are no longer in the record, and what an interrupted change has left over. A file
    /// that cannot be removed does no harm.
    private func removeLeftOvers(of versions: PhotoVersions, in folder: borrowing Folder) {
        for name in (try? folder.names(limit: Self.entryLimit)) ?? []
        where name == Self.newRecord || versions.isLeftOver(name.string) {
            try? folder.remove(name, isFolder: false)
        }
    }

    // MARK: - The folder

    /// Opens the folder.
    ///
    /// - Parameter isMade: whether to create it, with mode 0700, if it does not exist.
    /// - Returns: nil if it does not exist.
    private func open(making isMade: Bool = false) throws(PhotoEditingError) -> Folder? {
        do {
            guard case .folder(let root) = place else { return try openSidecar(making: isMade) }
            var names = path
            _ = names.removePrefix(FilePath(root.path))
            return Folder(
                try OwnedFolder(at: FilePath(root.path), making: isMade).folder(along: names, making: isMade))
        } catch {
            guard !isMade, error as? Errno ?? (error as? FolderOwnerError)?.errno == .noSuchFileOrDirectory else {
                throw failure(error)
            }
            return nil
        }
    }

    private func openSidecar(making isMade: Bool) throws(Errno) -> Folder {
        let parent = try Folder(at: path.removingLastComponent())
        let name = try component(photo.lastPathComponent + ".edits")
        if isMade {
            do throws(Errno) { try parent.makeFolder(name, mode: 0o700) } catch .fileExists {}
        }
        return try parent.folder(name)
    }

    private func component(_ name: String) throws(Errno) -> FilePath.Component {
        guard let component = FilePath.Component(name) else { throw .invalidArgument }
        return component
    }

    private static let decoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return encoder
    }()

    private static func reason(_ error: Errno) -> String {
        switch error {
        case .invalidArgument: "it is not a file"
        case .fileTooLarge: "it is empty or too large"
        case .tooManySymbolicLinkLevels: "it is a link"
        default: "\(error)"
        }
    }

    private func damaged(_ name: String, _ reason: String, _ cause: (any Error)? = nil) -> PhotoEditingError {
        PhotoEditingError(
            .editsUnusable,
            "Cannot read the edits of \(photo.lastPathComponent) from \(path.appending(name)): \(reason); replace the file by a copy of it, or move the folder away to begin with the photograph without edits."
                .tamed(by: "?"), underlying: cause)
    }

    private func failure(_ error: any Error) -> PhotoEditingError {
        PhotoEditingError(
            .editsUnusable,
            "Cannot use the edits of \(photo.lastPathComponent) in \(path): \(error); correct that and open the photograph again, of which no version was changed."
                .tamed(by: "?"), underlying: error)
    }

    private func failure(_ error: Errno) -> PhotoEditingError { failure(error as any Error) }
}
