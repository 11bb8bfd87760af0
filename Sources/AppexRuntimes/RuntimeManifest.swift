package import AppexModel
package import AppexSigning
import AppexSystem
package import SystemPackage

/// The description of a runtime: the content of its `Runtime.plist`.
package struct RuntimeManifest: Sendable, Hashable {
    /// The version of Swift whose libraries the runtime contains, for example `6.3.1`.
    package let swiftVersion: String
    /// The version of OpenExtensionKit.
    package let kitVersion: String
    #if arch(arm64)
        /// The architecture of this machine, as the compiler names it.
        package static let machine = "aarch64"
    #else
        /// The architecture of this machine, as the compiler names it.
        package static let machine = "x86_64"
    #endif
    /// The architecture, as the compiler names it: `x86_64` or `aarch64`.
    package let architecture: String
    /// The digest of the sources of all contained modules and of the compiler's version.
    package let fingerprint: FileDigest
    /// The names of the contained modules, in the order of their bytes.
    package let modules: [String]
    /// The name of the runtime, which consists of the other values.
    package let identifier: RuntimeIdentifier

    /// The number of hexadecimal digits of the fingerprint that are part of the identifier.
    private static let identifierDigits = 8
    /// The maximum size of the file in bytes; real ones have about 2 KiB.
    package static let limit = 64 << 10
    /// The maximum number of modules; real runtimes have about 20.
    private static let moduleLimit = 256

    /// Creates a description.
    ///
    /// - Returns: nil if the values do not make an identifier, or a name of a module is not an ASCII identifier of less than
    ///   100 bytes.
    package init?(
        swiftVersion: String, kitVersion: String, architecture: String, fingerprint: FileDigest, modules: Set<String>
    ) {
        let digits = fingerprint.description.prefix(Self.identifierDigits)
        let name = "\(swiftVersion)-\(kitVersion)-\(architecture)-\(digits)"
        guard let identifier = RuntimeIdentifier(rawValue: name), !swiftVersion.isEmpty, !kitVersion.isEmpty,
            !architecture.isEmpty, modules.count <= Self.moduleLimit, modules.allSatisfy(Self.isModule)
        else { return nil }
        self.swiftVersion = swiftVersion
        self.kitVersion = kitVersion
        self.architecture = architecture
        self.fingerprint = fingerprint
        self.modules = modules.sorted()
        self.identifier = identifier
    }

    private static func isModule(_ name: String) -> Bool {
        // With a letter before it, an underscore at the beginning is as good as anywhere else.
        !name.isEmpty && RuntimeIdentifier(rawValue: "M" + name) != nil
            && !name.utf8.contains { ".-+".utf8.contains($0) }
    }

    private enum Key {
        static let identifier = "Identifier"
        static let swiftVersion = "SwiftVersion"
        static let kitVersion = "KitVersion"
        static let architecture = "Architecture"
        static let fingerprint = "Fingerprint"
        static let modules = "Modules"
    }

    /// Reads a description, which is untrusted.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``RuntimeError`` with the code `invalid` for anything but what ``xmlBytes()`` describes.
    package init(parsing bytes: [UInt8], file: String) throws(RuntimeError) {
        func invalid(_ reason: String, _ cause: (any Error)? = nil) -> RuntimeError {
            RuntimeError(
                .invalid,
                "Cannot read the runtime's description \(ManifestError.printable(file, limit: 200)): \(reason); build the "
                    + "runtime again with `appex runtime build`.", cause: cause)
        }
        guard bytes.count <= Self.limit else { throw invalid("it has more than \(Self.limit) bytes") }
        let root: PropertyListValue
        do throws(ManifestError) { root = try PropertyListValue(parsing: bytes, file: file) } catch {
            throw invalid("it is not a property list", error)
        }
        guard let entries = root.dictionary else { throw invalid("it is not a dictionary") }
        func text(_ key: String) throws(RuntimeError) -> String {
            guard let text = entries[key]?.string else { throw invalid("\(key) is not a string") }
            return text
        }
        guard let fingerprint = try FileDigest(hexadecimal: Array(text(Key.fingerprint).utf8)) else {
            throw invalid("\(Key.fingerprint) is not a SHA-256 in hexadecimal digits")
        }
        guard let names = entries[Key.modules]?.array, names.count <= Self.moduleLimit else {
            throw invalid("\(Key.modules) is not an array of at most \(Self.moduleLimit) names")
        }
        let modules = names.compactMap(\.string)
        guard modules.count == names.count,
            let manifest = try Self(
                swiftVersion: text(Key.swiftVersion), kitVersion: text(Key.kitVersion),
                architecture: text(Key.architecture), fingerprint: fingerprint, modules: Set(modules))
        else { throw invalid("a version, the architecture or the name of a module is malformed") }
        guard try manifest.identifier.rawValue == text(Key.identifier) else {
            throw invalid("\(Key.identifier) does not consist of the versions, the architecture and the fingerprint")
        }
        self = manifest
    }

    /// Reads the description of the runtime in a folder, which is untrusted.
    ///
    /// - Throws: ``RuntimeError`` with the code `missing` if the folder has no description, `files` or `invalid`.
    package init(ofRuntimeAt folder: FilePath) throws(RuntimeError) {
        let file = folder.appending(RuntimeFolder.manifest)
        let shown = ManifestError.printable(folder.string, limit: 200)
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(file, limit: Self.limit)
        } catch .noSuchFileOrDirectory {
            throw RuntimeError(
                .missing,
                "\(shown) is not a runtime, because it has no \(RuntimeFolder.manifest); give the folder that "
                    + "`appex runtime build` prints.")
        } catch {
            throw RuntimeError(
                .files, "Cannot read the runtime in \(shown): \(error); check the permissions of its files.",
                cause: error)
        }
        try self.init(parsing: bytes, file: file.string)
    }

    /// The property list that describes the runtime.
    package func xmlBytes() -> [UInt8] {
        PropertyListValue.dictionary([
            Key.identifier: .string(identifier.rawValue), Key.swiftVersion: .string(swiftVersion),
            Key.kitVersion: .string(kitVersion), Key.architecture: .string(architecture),
            Key.fingerprint: .string(fingerprint.description), Key.modules: .array(modules.map { .string($0) }),
        ]).xmlBytes()
    }
}
