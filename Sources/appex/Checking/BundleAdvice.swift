import AppexActivation
import AppexModel
import AppexRuntimes
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// What the rules about the files of a bundle look for.
enum BundleAdvice {
    /// Sentences about the libraries that a program needs and that are neither in its bundle nor on this machine.
    ///
    /// - Parameter program: the path of the executable.
    /// - Parameter runtime: the folder of the runtime that the program uses; nil if it uses none.
    static func sentences(aboutLibrariesOf program: String, runtime: FilePath?) -> [String] {
        guard let file = try? Descriptor(opening: FilePath(program), O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
            let libraries = ProgramLibraries({ file.bytes(at: $0, count: $1) })
        else { return ["The executable is not a whole program."] }
        let origin = URL(fileURLWithPath: program).deletingLastPathComponent().path
        let folders =
            libraries.folders.map {
                $0.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
            } + [runtime?.string].compactMap { $0 } + systemFolders
        return libraries.names.filter { name in
            !name.contains("/") && !folders.contains { FileManager.default.fileExists(atPath: "\($0)/\(name)") }
        }.map { "The executable needs the library \(ManifestError.printable($0, limit: 80)), which is missing." }
    }

    /// The runtime that a bundle needs, or a sentence that says that it is not installed; both nil for a bundle that needs none.
    static func runtime(of manifest: PropertyListValue) -> (folder: FilePath?, sentence: String?) {
        guard let value = manifest.dictionary?[RuntimeIdentifier.manifestKey] else { return (nil, nil) }
        guard let identifier = value.string.flatMap({ RuntimeIdentifier(rawValue: $0) }) else {
            return (nil, "\(RuntimeIdentifier.manifestKey) is not the identifier of a runtime; bundle the app again.")
        }
        do throws(BundlingError) {
            let found = try AvailableRuntime.all().first { $0.manifest.identifier == identifier }
            if let found { return (found.folder, nil) }
        } catch {
            return (nil, error.description)
        }
        return (
            nil, "The runtime \(identifier), which it needs, is not installed; install it with `appex runtime install`."
        )
    }

    /// The folders in which `ld.so` looks on Debian and other systems.
    private static let systemFolders: [String] = {
        #if arch(arm64)
            let architecture = "aarch64-linux-gnu"
        #else
            let architecture = "x86_64-linux-gnu"
        #endif
        let parents = ["/lib", "/usr/lib", "/usr/local/lib"]
        return parents.map { "\($0)/\(architecture)" } + parents + ["/lib64", "/usr/lib64"]
    }()
}

extension Descriptor {
    /// `count` bytes at an offset; nil if the file is shorter or cannot be read.
    borrowing func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
        guard let place = off_t(exactly: offset) else { return nil }
        let number = rawValue
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, retrying { pread(number, buffer.baseAddress, count, place) })
        }
        return bytes.count == count ? bytes : nil
    }
}
