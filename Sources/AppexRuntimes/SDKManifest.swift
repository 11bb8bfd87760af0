package import AppexModel
import AppexSystem
package import SystemPackage

/// The description of an SDK: the content of its `SDK.plist`.
package struct SDKManifest: Sendable, Hashable {
    /// The runtime that programs are linked against, whose modules the SDK contains.
    package let runtime: RuntimeIdentifier
    /// The line by which the compiler names itself that has made the modules. No other compiler can read them.
    package let compiler: String

    /// The maximum size of the file in bytes.
    package static let limit = 16 << 10
    /// The maximum length of the compiler's line in bytes.
    private static let compilerBytes = 1_000

    private enum Key {
        static let runtime = "Runtime"
        static let compiler = "Compiler"
    }

    /// Creates a description.
    package init(runtime: RuntimeIdentifier, compiler: String) {
        self.runtime = runtime
        self.compiler = compiler
    }

    /// Reads a description, which is untrusted.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``RuntimeError`` with the code `invalid` for anything but what ``xmlBytes()`` describes.
    package init(parsing bytes: [UInt8], file: String) throws(RuntimeError) {
        func invalid(_ reason: String, _ cause: (any Error)? = nil) -> RuntimeError {
            RuntimeError(
                .invalid,
                "Cannot read the description of the SDK \(ManifestError.printable(file, limit: 200)): \(reason); build the SDK "
                    + "again with `appex runtime build`.", cause: cause)
        }
        guard bytes.count <= Self.limit else { throw invalid("it has more than \(Self.limit) bytes") }
        let root: PropertyListValue
        do throws(ManifestError) { root = try PropertyListValue(parsing: bytes, file: file) } catch {
            throw invalid("it is not a property list", error)
        }
        guard let runtime = root.dictionary?[Key.runtime]?.string.flatMap({ RuntimeIdentifier(rawValue: $0) }) else {
            throw invalid("\(Key.runtime) is not the identifier of a runtime")
        }
        guard let compiler = root.dictionary?[Key.compiler]?.string, compiler.utf8.count <= Self.compilerBytes else {
            throw invalid("\(Key.compiler) is not a string of at most \(Self.compilerBytes) bytes")
        }
        self.init(runtime: runtime, compiler: compiler)
    }

    /// Reads the description of the SDK in a folder, which is untrusted.
    ///
    /// - Throws: ``RuntimeError`` with the code `missing` if the folder has no description, `files` or `invalid`.
    package init(ofSDKAt folder: FilePath) throws(RuntimeError) {
        let file = folder.appending(SDKFolder.manifest)
        let shown = ManifestError.printable(folder.string, limit: 200)
        let bytes: [UInt8]
        do throws(Errno) { bytes = try WholeFile.read(file, limit: Self.limit) } catch .noSuchFileOrDirectory {
            throw RuntimeError(
                .missing,
                "\(shown) is not an SDK, because it has no \(SDKFolder.manifest); build one with `appex runtime build`."
            )
        } catch {
            throw RuntimeError(
                .files, "Cannot read the SDK in \(shown): \(error); check the permissions of its files.", cause: error)
        }
        try self.init(parsing: bytes, file: file.string)
    }

    /// The property list that describes the SDK.
    package func xmlBytes() -> [UInt8] {
        PropertyListValue.dictionary([
            Key.runtime: .string(runtime.rawValue), Key.compiler: .string(compiler),
        ]).xmlBytes()
    }
}
