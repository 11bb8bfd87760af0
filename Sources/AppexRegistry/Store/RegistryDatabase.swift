import AppexModel
import AppexSigning
import AppexSystem
import GRDB
import SystemPackage

/// The registry's file: an SQLite database that one process uses exclusively.
struct RegistryDatabase: Sendable {
    private let queue: DatabaseQueue
    private let file: FilePath

    /// The file's name in the device's library.
    static let fileName: FilePath.Component = "registry.sqlite"

    /// How long to wait for a broker that is exiting to close the file, in seconds.
    private static let busySeconds = 2.0

    /// Opens or creates the file and brings its tables up to date.
    ///
    /// - Parameter file: the name of the file in errors; it is opened in the open folder of the device's library.
    /// - Throws: ``RegistryError`` with the code `registryDamaged`, `registryTooNew` or `database`; with the code
    ///   `files` when it, or a file that SQLite keeps beside it, is a symbolic link or another user's.
    init(file: FilePath, in folders: borrowing DeviceFolders) throws(RegistryError) {
        self.file = file
        for suffix in ["", "-wal", "-shm", "-journal"] {
            guard let name = FilePath.Component(Self.fileName.string + suffix) else { continue }
            try folders.checkFile(name)
        }
        let path = folders.libraryPath.appending(Self.fileName).string
        var configuration = Configuration()
        configuration.label = "registry"
        configuration.busyMode = .timeout(Self.busySeconds)
        configuration.prepareDatabase { database in
            // Two brokers of one device would delete each other's installations in progress.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            // Not with GRDB's configuration, which writes to disk whenever the file is opened, and takes 7 ms.
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            // A commit has to survive a power failure.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        let migrator = RegistrySchema.migrator
        queue = try Self.translating(file, "open the registry") {
            try DatabaseQueue(path: path, configuration: configuration)
        }
        let isTooNew = try Self.translating(file, "open the registry") {
            try queue.read { try migrator.hasBeenSuperseded($0) }
        }
        guard !isTooNew else {
            throw RegistryError(
                .registryTooNew, "cannot open the registry \(file): a newer version wrote it, use that version")
        }
        try Self.translating(file, "open the registry") { try migrator.migrate(queue) }
    }

    /// Performs a database operation, and converts its errors.
    private static func translating<Value>(
        _ file: FilePath, _ what: String, _ work: () throws -> Value
    ) throws(RegistryError) -> Value {
        do {
            return try work()
        } catch let error as RegistryError {
            throw error
        } catch let error as InvalidColumn {
            throw .damaged(file, "\(what), its column \(error.name)")
        } catch let error as DatabaseError {
            switch error.resultCode.primaryResultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: throw .damaged(file, what, cause: error)
            case .SQLITE_BUSY:
                throw RegistryError(.database, "cannot \(what) \(file): \(holder(of: file))", cause: error)
            case .SQLITE_FULL:
                throw RegistryError(
                    .database, "cannot \(what) \(file): the disk is full; free space for the device and try again")
            default: throw RegistryError(.database, "cannot \(what) \(file)", cause: error)
            }
        } catch {
            throw RegistryError(.database, "cannot \(what) \(file)", cause: error)
        }
    }

    /// Which other process has the registry open, and what to do about it.
    private static func holder(of file: FilePath) -> String {
        guard let holder = FileLockHolder(of: file) else {
            return "another process has it open, perhaps a broker of this device that was started with another "
                + "XDG_RUNTIME_DIR; stop that process first"
        }
        let folder = holder.environment("XDG_RUNTIME_DIR")
        return "another process has it open, \(holder.program) (\(holder.process)), which was started "
            + (folder.map { "with XDG_RUNTIME_DIR=\($0); use the same value" } ?? "without XDG_RUNTIME_DIR; unset it")
            + ", or stop that process first"
    }

    /// The revision of the current state.
    ///
    /// - Throws: ``RegistryError`` with the code `registryDamaged` or `database`.
    func revision() throws(RegistryError) -> Int64 {
        try Self.translating(file, "read the registry") { try queue.read { try Self.revision(in: $0) } }
    }

    /// Reads every row of every table.
    ///
    /// - Throws: ``RegistryError`` with the code `registryDamaged` or `database`; the error of `body`.
    func read<Value>(_ body: (RegistryContents) throws -> Value) throws(RegistryError) -> Value {
        try Self.translating(file, "read the registry") { try queue.read { try body(try Self.contents(of: $0)) } }
    }

    /// Replaces the rows of an app and its extensions in one transaction.
    ///
    /// - Parameter predecessor: a maker whose apps and choices become those of the app's signer in the same transaction.
    /// - Parameter beforeCommit: called at the end of the transaction, with the rows that will be committed.
    func replace<Value>(
        _ app: AppRow, appexes: [(row: AppexRow, attributes: [UInt8])], continuing predecessor: Signer?,
        beforeCommit: (RegistryContents) throws -> Value
    ) throws(RegistryError) -> Value {
        try change(beforeCommit) { database in
            if let predecessor, let signer = app.signer { try Self.replace(predecessor, with: signer, in: database) }
            try Self.delete(app.bundleIdentifier, in: database)
            try app.insert(into: database)
            for appex in appexes { try appex.row.insert(appex.attributes, into: database) }
        }
    }

    /// Deletes an app and its extensions in one transaction. The user's choices for them are kept.
    ///
    /// - Parameter beforeCommit: called at the end of the transaction, with the rows that will be committed.
    func delete<Value>(
        _ app: BundleIdentifier, beforeCommit: (RegistryContents) throws -> Value
    ) throws(RegistryError) -> Value {
        try change(beforeCommit) { try Self.delete(app, in: $0) }
    }

    /// Records the user's choice for an extension in one transaction.
    ///
    /// - Parameter signer: the maker of the extension; nil if it is not signed.
    /// - Parameter point: its extension point.
    /// - Parameter isFirst: whether to move the extension before all others; otherwise it keeps its position.
    /// - Parameter beforeCommit: called at the end of the transaction, with the rows that will be committed.
    func elect<Value>(
        _ election: Election, for identifier: BundleIdentifier, of signer: Signer?, at point: String, isFirst: Bool,
        beforeCommit: (RegistryContents) throws -> Value
    ) throws(RegistryError) -> Value {
        try change(beforeCommit) { database in
            guard election != .default else {
                return try database.execute(
                    sql: "DELETE FROM election WHERE bundleIdentifier = ?", arguments: [identifier.rawValue])
            }
            let first = try Int64.fetchOne(database, sql: "SELECT min(position) FROM election") ?? 0
            try database.execute(
                sql: """
                    INSERT INTO election VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
                    SET election = excluded.election, position = coalesce(excluded.position, position),
                        signer = excluded.signer, point = excluded.point
                    """,
                arguments: [
                    identifier.rawValue, election.rawValue, isFirst ? first - 1 : nil, Signer.text(signer),
                    point,
                ])
        }
    }

    /// Replaces a maker in all apps and choices.
    private static func replace(_ maker: Signer, with other: Signer, in database: Database) throws {
        for row in try AppRow.all(in: database) where maker.isSameMaker(as: row.signer) {
            try database.execute(
                sql: "UPDATE app SET signer = ? WHERE bundleIdentifier = ?",
                arguments: [other.recorded, row.bundleIdentifier.rawValue])
        }
        for row in try ElectionRow.all(in: database) where maker.isSameMaker(as: row.signer) {
            try database.execute(
                sql: "UPDATE election SET signer = ? WHERE bundleIdentifier = ?",
                arguments: [other.recorded, row.bundleIdentifier.rawValue])
        }
    }

    /// Whether the user has made a choice for an extension.
    func hasElection(for identifier: BundleIdentifier) throws(RegistryError) -> Bool {
        try Self.translating(file, "read the registry") {
            try queue.read { database in
                let sql = "SELECT 1 FROM election WHERE bundleIdentifier = ?"
                return try Row.fetchOne(database, sql: sql, arguments: [identifier.rawValue]) != nil
            }
        }
    }

    private func change<Value>(
        _ beforeCommit: (RegistryContents) throws -> Value, _ work: (Database) throws -> Void
    ) throws(RegistryError) -> Value {
        try Self.translating(file, "write the registry") {
            try queue.write { database in
                try work(database)
                // Random, because a restored copy of the file would otherwise reach the same revisions again.
                try database.execute(
                    sql: "UPDATE device SET revision = ?", arguments: [Int64.random(in: .min ... .max)])
                return try beforeCommit(try Self.contents(of: database))
            }
        }
    }

    private static func delete(_ app: BundleIdentifier, in database: Database) throws {
        try database.execute(sql: "DELETE FROM app WHERE bundleIdentifier = ?", arguments: [app.rawValue])
    }

    private static func revision(in database: Database) throws -> Int64 {
        guard let revision = try Int64.fetchOne(database, sql: "SELECT revision FROM device") else {
            throw InvalidColumn(name: "revision")
        }
        return revision
    }

    private static func contents(of database: Database) throws -> RegistryContents {
        RegistryContents(
            revision: try revision(in: database), apps: try AppRow.all(in: database),
            appexes: try AppexRow.all(in: database), elections: try ElectionRow.all(in: database),
            attributes: { try AppexRow.attributes($0, in: database) })
    }
}

extension RegistryError {
    /// An error for a damaged file. No files are deleted based on its content.
    static func damaged(_ file: FilePath, _ what: String, cause: (any Error)? = nil) -> RegistryError {
        let device = file.removingLastComponent().removingLastComponent()
        return RegistryError(
            .registryDamaged,
            "cannot \(what) \(file): it is damaged, put back a copy of it, "
                + "or move the folder \(device) away and install the apps again",
            cause: cause)
    }
}
