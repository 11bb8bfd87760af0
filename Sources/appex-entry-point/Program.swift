import AppexEntryPoint
import AppexManifest
import Glibc

/// Writes the entry point of an extension or an app: `appex-entry-point <Info.plist> <module> <output.swift> [--view]
/// [<source.swift>…]`, with `--view` when it uses OpenUIKit, and with its sources. A source with the name ObjectiveCMembers.swift declares `registerObjectiveCMembers()`.
@main enum Program {
    static func main() {
        let arguments = CommandLine.arguments
        let hasView = arguments.dropFirst(4).first == "--view"
        guard arguments.count >= 4 else {
            exit(
                failingWith: "usage: appex-entry-point <Info.plist> <module> <output.swift> [--view] [<source.swift>…]",
                status: 2)
        }
        let manifest = arguments[1]
        let output = arguments[3]
        do {
            let list = try PropertyListValue(parsing: try bytes(of: manifest), file: manifest)
            let files = arguments.dropFirst(hasView ? 5 : 4)
            let sources = try files.map { String(decoding: try bytes(of: $0), as: UTF8.self) }
            let entryPoint = try EntryPoint(
                manifest: list, file: manifest, module: arguments[2], hasView: hasView, sources: sources,
                hasMembers: files.contains { $0.split(separator: "/").last == "ObjectiveCMembers.swift" })
            // A file that is not written is not compiled again when another source has changed.
            let text = Array(entryPoint.source.utf8)
            if (try? bytes(of: output)) != text { try write(text, to: output) }
        } catch let error as ManifestError {
            exit(failingWith: EntryPointError.manifest(error).description)
        } catch let error as FileFailure {
            exit(failingWith: "\(error.path): error: could not \(error.doing) this file: \(error.reason)")
        } catch {
            exit(failingWith: "\(error)")
        }
    }

    private struct FileFailure: Error {
        let doing: String
        let path: String
        /// The sentence of the C library for the error.
        let reason: String

        /// The failure of the last call of the C library.
        init(doing: String, path: String) {
            self.doing = doing
            self.path = path
            reason = String(cString: strerror(errno))
        }
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(doing: "read", path: path) }
        defer { close(descriptor) }
        // One byte more than a manifest may have, so that a longer one is refused by its reader.
        let limit = PropertyListLimits.fileBytes + 1
        return try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let length = read(descriptor, rest.baseAddress, rest.count)
                if length < 0, errno == EINTR { continue }
                guard length >= 0 else { throw FileFailure(doing: "read", path: path) }
                guard length > 0 else { break }
                count += length
            }
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileFailure(doing: "write", path: path) }
        defer { close(descriptor) }
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let length = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if length < 0, errno == EINTR { continue }
                guard length > 0 else { throw FileFailure(doing: "write", path: path) }
                rest = rest.dropFirst(length)
            }
        }
    }

    private static func exit(failingWith message: String, status: Int32 = 1) -> Never {
        // What cannot be written cannot be reported either.
        _ = Array((message + "\n").utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        Glibc.exit(status)
    }
}
