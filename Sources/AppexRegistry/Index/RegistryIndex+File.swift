import AppexModel
import AppexSystem
import AppexWire
import Glibc
import Logging
import SystemPackage

extension RegistryIndex {
    /// Largest file that is read: a hundred times that of ten thousand extensions.
    private static let fileBytes = 1 << 29

    /// Reads the index of a device.
    ///
    /// - Returns: nil when there is none, or it is damaged, or it is not what this program would make of this revision
    ///   of the database for this version of the system.
    init?(revision: Int64, systemVersion: String, layout: DeviceLayout) {
        guard let bytes = try? WholeFile.read(layout.registryIndex, limit: Self.fileBytes),
            let index = RegistryIndex(bytes: bytes, layout: layout), index.revision == revision,
            index.maker == Self.maker(systemVersion)
        else { return nil }
        self = index
    }

    /// Makes the index of what the database holds.
    ///
    /// - Parameter old: an index of an earlier state, whose rules need not be compiled again.
    /// - Throws: what reading the database throws; ``RegistryError`` with the code `registryDamaged` when a text is
    ///   longer than any manifest allows.
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

    /// Another version of this program may compile rules differently, so its index does not count.
    private static func maker(_ systemVersion: String) -> String { "\(systemVersion) \(program)" }

    /// Tells this program from other versions of it: by its size and the time at which it was written.
    private static let program: String = {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return "unknown" }
        return "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }()

    /// Writes the index for the next start. When that fails the next start reads the database.
    func write(_ logger: Logger) {
        do throws(Errno) {
            try WholeFile.replace(layout.registryIndex, with: bytes)
        } catch {
            logger.warning(
                "could not write the index, the next start makes it anew",
                metadata: ["path": "\(layout.registryIndex)", "reason": "\(error)"])
        }
    }

    /// Writes what the apps declare of types, for hosts and without the names of apps for extensions, where it is not
    /// there already.
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
