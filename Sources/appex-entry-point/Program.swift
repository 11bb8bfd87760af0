import AppexModel
import Glibc
import SystemPackage

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
        let manifest = FilePath(arguments[1])
        let output = FilePath(arguments[3])
        do {
            let list = try PropertyListValue(parsing: try bytes(of: manifest), file: manifest.string)
            let files = arguments.dropFirst(hasView ? 5 : 4).map { FilePath($0) }
            let sources = try files.map { String(decoding: try bytes(of: $0), as: UTF8.self) }
            let entryPoint = try EntryPoint(
                manifest: list, file: manifest.string, module: arguments[2], hasView: hasView, sources: sources,
                hasMembers: files.contains { $0.lastComponent?.string == "ObjectiveCMembers.swift" })
            // A file that is not written is not compiled again when another source has changed.
            let text = Array(entryPoint.source.utf8)
            if (try? bytes(of: output)) != text { try write(text, to: output) }
        } catch let error as ManifestError {
            exit(failingWith: EntryPointError.manifest(error).description)
        } catch let error as FileFailure {
            exit(failingWith: "\(error.path): error: could not \(error.doing) this file: \(error.cause)")
        } catch {
            exit(failingWith: "\(error)")
        }
    }

    private struct FileFailure: Error {
        let doing: String
        let path: FilePath
        let cause: Errno
    }

    private static func bytes(of path: FilePath) throws -> [UInt8] {
        do {
            let descriptor = try FileDescriptor.open(path, .readOnly)
            return try descriptor.closeAfter {
                // One byte more than a manifest may have, so that a longer one is refused by its reader.
                let limit = PropertyListLimits.fileBytes + 1
                return try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                    while count < limit {
                        let read = try descriptor.read(
                            into: UnsafeMutableRawBufferPointer(
                                rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
                        guard read > 0 else { break }
                        count += read
                    }
                }
            }
        } catch let cause as Errno {
            throw FileFailure(doing: "read", path: path, cause: cause)
        }
    }

    private static func write(_ bytes: [UInt8], to path: FilePath) throws {
        do {
            let descriptor = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
        } catch let cause as Errno {
            throw FileFailure(doing: "write", path: path, cause: cause)
        }
    }

    private static func exit(failingWith message: String, status: Int32 = 1) -> Never {
        _ = try? FileDescriptor.standardError.writeAll(Array((message + "\n").utf8))
        Glibc.exit(status)
    }
}
