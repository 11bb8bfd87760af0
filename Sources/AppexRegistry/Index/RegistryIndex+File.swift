import AppexModel
import AppexSystem
import AppexWire
import Glibc
import Logging
import SystemPackage

extension RegistryIndex {
    /// The maximum size of a file that is read, in bytes: a hundred times that of ten thousand extensions.
    private static let fileBytes = 1 << 29

    /// Reads the index of a device.
    ///
    /// - Returns: nil if there is none, it is damaged, or it was created by a different version of this program, from a
    ///   different revision of the database or for a different version of the system.
    init?(revision: Int64, systemVersion: String, layout: DeviceLayout) {
        guard let bytes = try? WholeFile.read(layout.registryIndex, limit: Self.fileBytes),
            let index = RegistryIndex(bytes: bytes, layout: layout), index.revision == revision,
            index.maker == Self.maker(systemVersion)
        else { return nil }
        self = index
    }

    /// Creates the index of the content of the database.
    ///
    /// - Parameter old: an index of an earlier state, whose compiled rules are reused.
    /// - Throws: an error of reading the database; ``RegistryError`` with the code `registryDamaged` if a text is
    ///   longer than manifests allow.
    init(
        _ contents: RegistryContents, systemVersion: String, replacing old: RegistryIndex?, layout: DeviceLayout
    ) throws {
        var builder = IndexBuilder(contents, systemVersion: systemVersion)
        do {
            let bytes = try builder.bytes(maker: Self.maker(systemVersion), replacing: old)
            guard let index = RegistryIndex(bytes: bytes, layout: layout) else {
                throw WireError.tooLarge("the index", limit: Int(UInt32.max))
            }
            self = index
        } catch let error as WireError {
            throw RegistryError.damaged(layout.registry, "make an index of", cause: error)
        }
    }

    /// Identifies the creator of an index. A different version of this program may compile rules differently.
    private static func maker(_ systemVersion: String) -> String { "\(systemVersion) \(program)" }

    /// Identifies the version of this program, by the size and the modification time of its file.
    private static let program: String = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "unknown" }
        return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }()

    /// Writes the index for the next start. If that fails, the next start reads the database.
    func write(_ logger: Logger) {
        do throws(Errno) {
            try WholeFile.replace(layout.registryIndex, with: bytes)
        } catch {
            logger.warning(
                "could not write the index, the next start creates it again",
                metadata: ["path": "\(layout.registryIndex)", "reason": "\(error)"])
        }
    }

    /// Writes the types that apps declare, for hosts, and without the names of apps for extensions, unless the files
    /// are up to date.
    func publishTypes(_ logger: Logger) {
        publish(types, at: layout.typeDeclarations, logger)
        publish(DeclaredTypeList.withoutNames(types), at: layout.extensionTypeDeclarations, logger)
    }

    private func publish(_ list: String, at path: FilePath, _ logger: Logger) {
        let bytes = Array(list.utf8)
        guard (try? WholeFile.read(path, limit: bytes.count)) != bytes else { return }
        do throws(Errno) {
            try WholeFile.replace(path, with: bytes)
        } catch {
            logger.error(
                "could not write the types that apps declare, so hosts and extensions do not know them",
                metadata: ["path": "\(path)", "reason": "\(error)"])
        }
    }
}
