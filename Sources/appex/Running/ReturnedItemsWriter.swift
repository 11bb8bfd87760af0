import AppexWire
import Foundation
import Glibc
import OpenExtensionKit

/// Writes returned items to disk, and replaces an existing file only if asked to.
struct ReturnedItemsWriter {
    struct Written: Sendable {
        let path: String
        let bytes: Int
    }

    /// A file or folder that has been loaded and does not have its final name yet.
    private struct Staged {
        let path: String
        let name: String
    }

    struct Returned: Sendable {
        var files: [Written] = []
        var texts: [String] = []

        /// Prints the texts and the locations of the files.
        ///
        /// - Parameter name: the extension's name.
        func say(by name: String) {
            for text in texts { Console.say(Console.tameText(text)) }
            for file in files { Console.say("\(name) returned \(file.path) (\(file.bytes) bytes)") }
            if files.isEmpty && texts.isEmpty { Console.say("\(name) is done and returned nothing.") }
        }
    }

    private let target: URL
    /// Whether `target` is a folder that receives files under their own names.
    private let isFolder: Bool
    private let force: Bool

    /// Checks the target before anything is started.
    ///
    /// - Throws: ``CommandFailure`` if the target cannot be written.
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
        try Self.checkReplaceable(target)
        guard !exists || force else {
            throw CommandFailure(
                "\(target.path) exists; choose another name or allow replacing it with --force.", .usage)
        }
        let folder = target.deletingLastPathComponent().path
        guard access(folder, W_OK | X_OK) == 0 else {
            throw CommandFailure("Cannot write into \(folder): \(String(cString: strerror(errno))).", .usage)
        }
    }

    /// Loads and writes everything or nothing: after an error, what was written is removed again.
    ///
    /// - Parameter deadline: when the extension has to have delivered everything.
    /// - Throws: ``CommandFailure`` if loading or writing fails; `CancellationError` if the task is cancelled.
    nonisolated(nonsending) func write(
        _ items: [NSExtensionItem], before deadline: ContinuousClock.Instant
    ) async throws -> Returned {
        var returned = Returned()
        returned.texts = items.compactMap { $0.attributedContentText?.string }
        let providers = items.flatMap { $0.attachments ?? [] }
        guard isFolder || providers.count <= 1 else {
            throw CommandFailure(
                "The extension returned \(providers.count) attachments, and \(target.path) is one file; name a folder.",
                .usage)
        }
        var staged: [Staged] = []
        let made = try isFolder && !providers.isEmpty ? makeFolder() : []
        do {
            for (index, provider) in providers.enumerated() {
                guard let type = provider.registeredTypeIdentifiers.first else { continue }
                let name = provider.suggestedName.map { "\"\($0)\"" } ?? "attachment \(index + 1)"
                staged.append(try await load(provider, type, as: "\(name) (\(type))", before: deadline))
            }
            try Task.checkCancellation()
            returned.files = try place(staged)
        } catch {
            for file in staged { try? FileManager.default.removeItem(atPath: file.path) }
            for folder in made { rmdir(folder.path) }
            throw error
        }
        return returned
    }

    /// Creates the target folder.
    ///
    /// - Returns: the folders that were created, the innermost first.
    /// - Throws: ``CommandFailure``. Then no folder has been created.
    private func makeFolder() throws -> [URL] {
        var missing: [URL] = []
        var folder = target
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            missing.append(folder)
            folder.deleteLastPathComponent()
        }
        var made: [URL] = []
        for folder in missing.reversed() {
            guard mkdir(folder.path, 0o777) == 0 || errno == EEXIST else {
                let reason = String(cString: strerror(errno))
                for folder in made { rmdir(folder.path) }
                throw CommandFailure("Cannot make the folder \(folder.path): \(reason).", .failed)
            }
            made.insert(folder, at: 0)
        }
        return made
    }

    /// - Parameter name: names the attachment in errors.
    private func load(
        _ provider: NSItemProvider, _ type: String, as name: String, before deadline: ContinuousClock.Instant
    ) async throws -> Staged {
        let load = Task {
            try await provider.withFileRepresentation(forTypeIdentifier: type) { try stage($0) }
        }
        // Cancelling a load that has ended has no effect.
        let left = max(.zero, deadline - .now) / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + left) { load.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await load.value
            } onCancel: {
                load.cancel()
            }
        } catch let failure as CommandFailure {
            // What failed here is not the extension's fault.
            throw failure
        } catch {
            try Task.checkCancellation()
            guard ContinuousClock.now < deadline else {
                throw CommandFailure("The extension has not delivered \(name) in time.", .died)
            }
            // An error that the extension itself reports has another type.
            let hasDied = (error as NSError).userInfo[NSUnderlyingErrorKey] is WireError
            throw CommandFailure(
                "Cannot load \(name), which the extension returned: \(error.localizedDescription)",
                hasDied ? .died : .failed)
        }
    }

    /// Copies a loaded file next to its final location, where it is renamed once all files are complete.
    ///
    /// - Throws: ``CommandFailure``. Then nothing of the copy is left.
    private func stage(_ loaded: URL) throws -> Staged {
        let folder = isFolder ? target : target.deletingLastPathComponent()
        let copy = folder.appendingPathComponent(".appex-\(UUID().uuidString)")
        do {
            try FileManager.default.copyItem(at: loaded, to: copy)
        } catch {
            try? FileManager.default.removeItem(at: copy)
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            let reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
            throw CommandFailure("Cannot write \(loaded.lastPathComponent) into \(folder.path): \(reason).", .failed)
        }
        let mask = umask(0)
        umask(mask)
        var status = stat()
        let isFile = lstat(copy.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isFile { chmod(copy.path, 0o666 & ~mask) }
        return Staged(path: copy.path, name: loaded.lastPathComponent)
    }

    private func place(_ staged: [Staged]) throws -> [Written] {
        var written: [Written] = []
        do {
            for file in staged { written.append(try place(file, besides: Set(written.map(\.path)))) }
        } catch {
            // With --force the file may have replaced an older one, so it stays.
            if !force { for file in written { try? FileManager.default.removeItem(atPath: file.path) } }
            throw error
        }
        return written
    }

    /// Moves a copied file to its final location. It creates a hard link, which fails if the name is taken; only with
    /// --force it replaces the old file, atomically.
    private func place(_ staged: Staged, besides taken: Set<String>) throws -> Written {
        let destination = isFolder ? Self.free(target.appendingPathComponent(staged.name), besides: taken) : target
        try Self.checkReplaceable(destination)
        let result =
            force ? Glibc.rename(staged.path, destination.path) : Self.name(staged.path, asNew: destination.path)
        guard result == 0 else {
            let exists = errno == EEXIST
            let why =
                exists
                ? "exists; choose another name or allow replacing it with --force"
                : "cannot be written: \(String(cString: strerror(errno)))"
            throw CommandFailure("\(destination.path) \(why).", exists ? .usage : .failed)
        }
        // The staging name, if the file now has a second one.
        unlink(staged.path)
        let size = try FileManager.default.attributesOfItem(atPath: destination.path)[.size] as? Int
        return Written(path: destination.path, bytes: size ?? 0)
    }

    /// Refuses to put a file in the place of a device, a pipe or a socket, which --force does not mean: renaming over
    /// `/dev/null` would take it away from the whole machine.
    ///
    /// - Throws: ``CommandFailure`` if the path, or what a symbolic link there leads to, is one of these.
    private static func checkReplaceable(_ file: URL) throws {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return }
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw CommandFailure("\(file.path) is not a regular file; choose another name.", .usage)
        }
    }

    /// Gives a file a name that must not exist yet.
    private static func name(_ staging: String, asNew destination: String) -> Int32 {
        let status = link(staging, destination)
        guard status != 0, errno == EPERM || errno == EOPNOTSUPP else { return status }
        // The file system has no hard links (as on memory cards): check, then rename.
        guard access(destination, F_OK) != 0 else {
            errno = EEXIST
            return -1
        }
        return Glibc.rename(staging, destination)
    }

    /// Distinguishes attachments of equal names by numbers: `name.jpg`, `name-2.jpg` and so on.
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
