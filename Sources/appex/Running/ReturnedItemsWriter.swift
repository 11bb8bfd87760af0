import Foundation
import Glibc
import OpenExtensionKit

/// Writes returned items to disk, never over an existing file unless that was asked for.
struct ReturnedItemsWriter {
    struct Written: Sendable {
        let path: String
        let bytes: Int
    }

    struct Returned {
        var files: [Written] = []
        var texts: [String] = []
    }

    private let target: URL
    /// Whether `target` is the folder for files with names of their own.
    private let isFolder: Bool
    private let force: Bool

    /// Looks at the target before anything is started.
    init(out: String?, force: Bool) throws {
        self.force = force
        target = URL(fileURLWithPath: out ?? ".")
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
        isFolder = isDirectory.boolValue || out == nil || out?.hasSuffix("/") == true
        if isFolder {
            guard !exists || isDirectory.boolValue else {
                throw CommandFailure("\(target.path) is a file, not a folder.", .usage)
            }
            return
        }
        guard !exists || force else {
            throw CommandFailure(
                "\(target.path) exists; choose another name or allow replacing it with --force.", .usage)
        }
        let folder = target.deletingLastPathComponent().path
        guard access(folder, W_OK | X_OK) == 0 else {
            throw CommandFailure("Cannot write into \(folder): \(String(cString: strerror(errno))).", .usage)
        }
    }

    /// Loads and writes everything, or nothing: what was written before an error is removed again.
    ///
    /// - Parameter deadline: when the extension has to have delivered all of it.
    func write(_ items: [NSExtensionItem], before deadline: ContinuousClock.Instant) async throws -> Returned {
        var returned = Returned()
        returned.texts = items.compactMap { $0.attributedContentText?.string }
        let providers = items.flatMap { $0.attachments ?? [] }
        guard isFolder || providers.count <= 1 else {
            throw CommandFailure(
                "The extension returned \(providers.count) attachments, and \(target.path) is one file; name a folder.",
                .usage)
        }
        if isFolder, !providers.isEmpty {
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        }
        do {
            for provider in providers {
                guard let type = provider.registeredTypeIdentifiers.first else { continue }
                let taken = Set(returned.files.map(\.path))
                returned.files.append(try await write(provider, type, besides: taken, before: deadline))
            }
        } catch {
            // With --force the file may be an old one that was replaced; it stays.
            if !force { for file in returned.files { unlink(file.path) } }
            throw error
        }
        return returned
    }

    private func write(
        _ provider: NSItemProvider, _ type: String, besides taken: Set<String>, before deadline: ContinuousClock.Instant
    ) async throws -> Written {
        let load = Task {
            try await provider.withFileRepresentation(forTypeIdentifier: type) { try place($0, besides: taken) }
        }
        // Cancelling a load that has ended does nothing.
        let left = max(.zero, deadline - .now) / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + left) { load.cancel() }
        do {
            return try await load.value
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            guard ContinuousClock.now < deadline else {
                throw CommandFailure("The extension has not delivered in time what it returned.", .died)
            }
            throw CommandFailure("Cannot load what the extension returned: \(error.localizedDescription)", .died)
        }
    }

    /// Moves a loaded file to its place. A second name for the file is made, and fails if the name
    /// is taken; only with --force is the old file replaced, in one step.
    private func place(_ loaded: URL, besides taken: Set<String>) throws -> Written {
        let destination =
            isFolder ? Self.free(target.appendingPathComponent(loaded.lastPathComponent), besides: taken) : target
        let staging = destination.deletingLastPathComponent().appendingPathComponent(".appex-\(UUID().uuidString)")
        defer { unlink(staging.path) }
        try FileManager.default.copyItem(at: loaded, to: staging)
        let mask = umask(0)
        umask(mask)
        var status = stat()
        let isFile = lstat(staging.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isFile { chmod(staging.path, 0o666 & ~mask) }
        let result =
            force ? Glibc.rename(staging.path, destination.path) : Self.name(staging.path, asNew: destination.path)
        guard result == 0 else {
            let exists = errno == EEXIST
            let why =
                exists
                ? "exists; choose another name or allow replacing it with --force"
                : "cannot be written: \(String(cString: strerror(errno)))"
            throw CommandFailure("\(destination.path) \(why).", exists ? .usage : .failed)
        }
        let size = try FileManager.default.attributesOfItem(atPath: destination.path)[.size] as? Int
        return Written(path: destination.path, bytes: size ?? 0)
    }

    /// Gives a file a name that must be free.
    private static func name(_ staging: String, asNew destination: String) -> Int32 {
        let status = link(staging, destination)
        guard status != 0, errno == EPERM || errno == EOPNOTSUPP else { return status }
        // A file system without second names, such as that of a memory card: look, then rename.
        guard access(destination, F_OK) != 0 else {
            errno = EEXIST
            return -1
        }
        return Glibc.rename(staging, destination)
    }

    /// Attachments of one name are told apart by numbers: `name.jpg`, `name-2.jpg` …
    private static func free(_ url: URL, besides taken: Set<String>) -> URL {
        var free = url
        var number = 1
        while taken.contains(free.path) {
            number += 1
            let name = url.deletingPathExtension().lastPathComponent + "-\(number)"
            free = url.deletingLastPathComponent().appendingPathComponent(
                url.pathExtension.isEmpty ? name : "\(name).\(url.pathExtension)")
        }
        return free
    }
}
