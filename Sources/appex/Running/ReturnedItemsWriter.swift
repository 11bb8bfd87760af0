import AppexModel
import AppexSystem
import AppexWire
import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc
import OpenExtensionKit
import Synchronization
import SystemPackage

/// Writes returned items to disk, and replaces an existing file only if asked to.
///
/// What an extension returns is bounded: all files together occupy at most ``byteLimit``, and copying them ends at the
/// deadline.
struct ReturnedItemsWriter {
    struct Written: Sendable {
        let path: String
        let bytes: Int
    }

    struct Returned: Sendable {
        var files: [Written] = []
        var texts: [String] = []
        /// Whether the texts are in a file, because the user named one and there is no attachment.
        var hasWrittenTexts = false
        /// Whether a page was changed by the extension's script.
        var hasChangedPage = false

        /// Prints the texts and the locations of the files.
        ///
        /// - Parameter name: the extension's name.
        func say(by name: String) {
            if !hasWrittenTexts { for text in texts { Console.say(Console.tameText(text)) } }
            for file in files { Console.say("\(name) returned \(file.path) (\(file.bytes) bytes)") }
            if hasChangedPage { Console.say("\(name) has changed the page.") }
            if files.isEmpty && texts.isEmpty && !hasChangedPage {
                Console.say("\(name) is done and returned nothing.")
            }
        }
    }

    /// The maximum number of bytes that all files of one request occupy on disk. Holes do not count.
    static let byteLimit: Int64 = 8 << 30

    /// The maximum length of a suggested name and of a type in a message, in bytes.
    private static let wordBytes = 200

    private let target: URL
    /// Whether `target` is a folder that receives files under their own names.
    private let isFolder: Bool
    /// Whether addresses are printed and not written, because the user has named neither a file nor a folder.
    private let printsAddresses: Bool
    private let force: Bool
    private let byteLimit: Int64

    /// Checks the target before anything is started.
    ///
    /// - Parameter byteLimit: the maximum number of bytes that all files occupy.
    /// - Throws: ``CommandFailure`` if the target cannot be written.
    init(out: String?, force: Bool, byteLimit: Int64 = Self.byteLimit) throws {
        self.force = force
        self.byteLimit = byteLimit
        printsAddresses = out == nil
        target = URL(fileURLWithPath: out ?? ".")
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
        isFolder = isDirectory.boolValue || out == nil || out?.ends(with: "/") == true
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
    /// - Parameter extension: the bundle identifier, for errors; nil if it is not known.
    /// - Parameter deadline: when the extension has to have delivered everything, and it has been copied.
    /// - Throws: ``CommandFailure`` if loading or writing fails; `CancellationError` if the task is cancelled.
    nonisolated(nonsending) func write(
        _ items: [NSExtensionItem], of extension: String, before deadline: ContinuousClock.Instant
    ) async throws -> Returned {
        var returned = Returned()
        returned.texts = items.compactMap { $0.attributedContentText?.string }
        var providers = items.flatMap { $0.attachments ?? [] }
        if !isFolder, providers.isEmpty, !returned.texts.isEmpty {
            let text = Data(returned.texts.map { $0 + "\n" }.joined().utf8)
            providers = [NSItemProvider(item: text as NSData, typeIdentifier: "public.utf8-plain-text")]
            returned.hasWrittenTexts = true
        }
        guard isFolder || providers.count <= 1 else {
            throw CommandFailure(
                "The extension returned \(providers.count) attachments, and \(target.path) is one file; name a folder.",
                .usage)
        }
        var staged: [StagedItem] = []
        let budget = CopyBudget(bytes: byteLimit, deadline: deadline)
        let made = try isFolder && !providers.isEmpty ? makeFolder() : []
        do {
            for (index, provider) in providers.enumerated() {
                guard let type = provider.registeredTypeIdentifiers.first else { continue }
                if printsAddresses, let address = await ReturnedAddress.load(from: provider, type, before: deadline) {
                    returned.texts.append(address)
                    continue
                }
                let name =
                    provider.suggestedName.map { "\"\($0.shortened(toBytes: Self.wordBytes))\"" }
                    ?? "attachment \(index + 1)"
                let kind = type.shortened(toBytes: Self.wordBytes)
                let isUnnamed = staged.count < StagedItem.unnamedLimit
                staged.append(
                    try await load(provider, type, as: "\(name) (\(kind))", of: `extension`, budget, isUnnamed))
            }
            try Task.checkCancellation()
            returned.files = try place(staged)
        } catch {
            for item in staged { item.discard() }
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
        _ provider: NSItemProvider, _ type: String, as name: String, of extension: String, _ budget: CopyBudget,
        _ isUnnamed: Bool
    ) async throws -> StagedItem {
        let load = Task {
            try await provider.withFileRepresentation(forTypeIdentifier: type) { try stage($0, budget, isUnnamed) }
        }
        let deadline = budget.deadline
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
                throw CommandFailure(
                    "\(`extension`) has not delivered \(name) in time; `appex logs \(`extension`)` may show why.", .died
                )
            }
            // An error that the extension itself reports has another type.
            let hasDied = (error as NSError).userInfo[NSUnderlyingErrorKey] is WireError
            throw CommandFailure(
                "Cannot load \(name), which \(`extension`) returned: \(error.localizedDescription)",
                hasDied ? .died : .failed)
        }
    }

    /// Copies a loaded file to the file system of its final location, where it gets its name once all are complete.
    ///
    /// - Throws: ``CommandFailure``; `CancellationError` after the deadline. Then nothing of the copy is left.
    private func stage(_ loaded: URL, _ budget: CopyBudget, _ isUnnamed: Bool) throws -> StagedItem {
        let folder = isFolder ? target : target.deletingLastPathComponent()
        do throws(Errno) {
            return try StagedItem(loaded, in: FilePath(folder.path), isUnnamed: isUnnamed) { bytes throws(Errno) in
                try budget.spend(bytes)
            }
        } catch .canceled {
            // The caller names the deadline.
            throw CancellationError()
        } catch .fileTooLarge {
            throw CommandFailure(
                "Cannot write \(loaded.lastPathComponent) into \(folder.path): the returned files occupy more than \(byteLimit) bytes.",
                .failed)
        } catch {
            throw CommandFailure("Cannot write \(loaded.lastPathComponent) into \(folder.path): \(error).", .failed)
        }
    }

    private func place(_ staged: [StagedItem]) throws -> [Written] {
        var written: [Written] = []
        var names = FreeNames()
        do {
            for file in staged { written.append(try place(file, &names)) }
        } catch {
            // With --force the file may have replaced an older one, so it stays.
            if !force { for file in written { try? FileManager.default.removeItem(atPath: file.path) } }
            throw error
        }
        return written
    }

    /// Gives a copied file its final name. Only with --force it replaces the old file, atomically.
    private func place(_ staged: StagedItem, _ names: inout FreeNames) throws -> Written {
        let destination = isFolder ? names.take(target.appendingPathComponent(staged.name)) : target
        try Self.checkReplaceable(destination)
        do throws(Errno) {
            try staged.place(at: FilePath(destination.path), replacing: force)
        } catch .fileExists {
            throw CommandFailure(
                "\(destination.path) exists; choose another name or allow replacing it with --force.", .usage)
        } catch {
            throw CommandFailure("\(destination.path) cannot be written: \(error).", .failed)
        }
        let size = try FileManager.default.attributesOfItem(atPath: destination.path)[.size] as? Int
        return Written(path: destination.path, bytes: size ?? 0)
    }

    /// Refuses to put a file in the place of a device, a pipe or a socket, which --force does not mean: renaming over
    /// `/dev/null` would take it away from the whole machine.
    ///
    /// - Throws: ``CommandFailure`` if the path, or what a symbolic link there leads to, is one of these.
    static func checkReplaceable(_ file: URL) throws {
        var status = stat()
        guard stat(file.path, &status) == 0 else { return }
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw CommandFailure("\(file.path) is not a regular file; choose another name.", .usage)
        }
    }
}

/// What may be spent on copying the returned files of one request.
private final class CopyBudget: Sendable {
    let deadline: ContinuousClock.Instant
    private let bytesLeft: Mutex<Int64>

    init(bytes: Int64, deadline: ContinuousClock.Instant) {
        self.deadline = deadline
        bytesLeft = Mutex(bytes)
    }

    /// - Throws: `.canceled` after the deadline; `.fileTooLarge` if too many bytes have been spent.
    func spend(_ bytes: Int64) throws(Errno) {
        guard ContinuousClock.now < deadline else { throw .canceled }
        let left = bytesLeft.withLock { left in
            left -= bytes
            return left
        }
        guard left >= 0 else { throw .fileTooLarge }
    }
}
