import AppexModel
import FoundationEssentials
import GRDB
import SystemPackage

/// One row of the table of apps. Paths are relative, so a device may be moved as a whole.
struct AppRow: Sendable {
    var bundleIdentifier: BundleIdentifier
    /// The UUID of the bundle's container.
    var bundleContainer: String
    /// The UUID of the data container.
    var dataContainer: String
    /// The bundle's folder, such as `Darkroom.app`.
    var name: String
    var displayName: String
    var shortVersion: String?
    var version: String?
    /// The program, relative to the bundle.
    var executable: String
}

/// One row of the table of extensions.
struct AppexRow: Sendable {
    var bundleIdentifier: BundleIdentifier
    var appIdentifier: BundleIdentifier
    /// The UUID of the data container.
    var dataContainer: String
    /// The bundle, relative to that of the app.
    var path: String
    var displayName: String
    var shortVersion: String?
    var version: String?
    /// The program, relative to the extension's bundle.
    var executable: String
    var declaration: DeclarationRow
}

/// The columns that say what an extension declares.
struct DeclarationRow: Sendable {
    var style: ExtensionStyle
    var point: ExtensionPointIdentifier
    var pointVersion: String
    var principalClass: String?
    var mainStoryboard: String?
    var attributes: [String: PropertyListValue]
}

/// The registry's file: one SQLite database that one process has to itself.
struct RegistryDatabase: Sendable {
    private let queue: DatabaseQueue
    private let file: FilePath

    /// How long to wait for a broker that is just leaving to give the file up, in seconds.
    private static let busySeconds = 2.0

    /// Opens or creates the file and brings its tables up to date.
    ///
    /// - Throws: ``RegistryError`` with the code `registryDamaged`, `registryTooNew` or `database`.
    init(file: FilePath) throws(RegistryError) {
        self.file = file
        var configuration = Configuration()
        configuration.label = "registry"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(Self.busySeconds)
        configuration.prepareDatabase { database in
            // Two brokers on one device would delete each other's installs in progress.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        let migrator = Self.migrator
        queue = try Self.translating(file, "open the registry") {
            let queue = try DatabaseQueue(path: file.string, configuration: configuration)
            try queue.writeWithoutTransaction { database in
                // A commit has to survive a power cut; GRDB chooses NORMAL, which may lose the last one.
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            return queue
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

    /// Runs database work and gives its errors a type.
    private static func translating<Value>(
        _ file: FilePath, _ what: String, _ work: () throws -> Value
    ) throws(RegistryError) -> Value {
        do {
            return try work()
        } catch let error as RegistryError {
            throw error
        } catch let error as DatabaseError {
            switch error.resultCode.primaryResultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: throw .damaged(file, what, cause: error)
            case .SQLITE_BUSY:
                throw RegistryError(
                    .database, "cannot \(what) \(file): another process has it open, stop that process first",
                    cause: error)
            default: throw RegistryError(.database, "cannot \(what) \(file)", cause: error)
            }
        } catch {
            throw RegistryError(.database, "cannot \(what) \(file)", cause: error)
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 apps and extensions") { database in
            try database.execute(
                sql: """
                    CREATE TABLE app (
                        bundleIdentifier TEXT NOT NULL PRIMARY KEY,
                        bundleContainer TEXT NOT NULL UNIQUE,
                        dataContainer TEXT NOT NULL UNIQUE,
                        name TEXT NOT NULL,
                        displayName TEXT NOT NULL,
                        shortVersion TEXT,
                        version TEXT,
                        executable TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE appex (
                        bundleIdentifier TEXT NOT NULL PRIMARY KEY,
                        appIdentifier TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
                        dataContainer TEXT NOT NULL UNIQUE,
                        path TEXT NOT NULL,
                        displayName TEXT NOT NULL,
                        shortVersion TEXT,
                        version TEXT,
                        executable TEXT NOT NULL,
                        style TEXT NOT NULL,
                        point TEXT NOT NULL,
                        pointVersion TEXT NOT NULL,
                        principalClass TEXT,
                        mainStoryboard TEXT,
                        attributes BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX appexOfApp ON appex (appIdentifier);
                    """)
        }
        return migrator
    }

    /// Every row of both tables.
    typealias Rows = (apps: [AppRow], appexes: [AppexRow])

    /// Every row of both tables.
    ///
    /// - Throws: ``RegistryError`` with the code `registryDamaged` or `database`.
    func rows() throws(RegistryError) -> Rows {
        try Self.translating(file, "read the registry") { try queue.read { try rows(in: $0) } }
    }

    private func rows(in database: Database) throws -> Rows {
        let apps = try Row.fetchAll(database, sql: "SELECT * FROM app").map { try app($0) }
        let appexes = try Row.fetchAll(database, sql: "SELECT * FROM appex").map { try appex($0) }
        return (apps, appexes)
    }

    /// Replaces whatever is recorded for an app by these rows, in one transaction.
    ///
    /// - Parameter beforeCommit: runs as the last thing inside the transaction.
    /// - Returns: every row as of the commit, so that nothing is left to fail after it.
    func replace(
        _ app: AppRow, appexes: [AppexRow], beforeCommit: () throws -> Void
    ) throws(RegistryError) -> Rows {
        try Self.translating(file, "write the registry") {
            try queue.write { database in
                try Self.delete(app.bundleIdentifier, in: database)
                try Self.insert(app, in: database)
                for appex in appexes { try Self.insert(appex, in: database) }
                let rows = try rows(in: database)
                try beforeCommit()
                return rows
            }
        }
    }

    /// Forgets an app and its extensions, in one transaction.
    ///
    /// - Parameter beforeCommit: runs as the last thing inside the transaction.
    /// - Returns: every row as of the commit.
    func delete(_ app: BundleIdentifier, beforeCommit: () throws -> Void) throws(RegistryError) -> Rows {
        try Self.translating(file, "write the registry") {
            try queue.write { database in
                try Self.delete(app, in: database)
                let rows = try rows(in: database)
                try beforeCommit()
                return rows
            }
        }
    }

    private static func delete(_ app: BundleIdentifier, in database: Database) throws {
        try database.execute(sql: "DELETE FROM app WHERE bundleIdentifier = ?", arguments: [app.rawValue])
    }

    private static func insert(_ app: AppRow, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO app (bundleIdentifier, bundleContainer, dataContainer, name, displayName, shortVersion,
                    version, executable) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                app.bundleIdentifier.rawValue, app.bundleContainer, app.dataContainer, app.name, app.displayName,
                app.shortVersion, app.version, app.executable,
            ])
    }

    private static func insert(_ appex: AppexRow, in database: Database) throws {
        let declaration = appex.declaration
        try database.execute(
            sql: """
                INSERT INTO appex (bundleIdentifier, appIdentifier, dataContainer, path, displayName, shortVersion,
                    version, executable, style, point, pointVersion, principalClass, mainStoryboard, attributes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                appex.bundleIdentifier.rawValue, appex.appIdentifier.rawValue, appex.dataContainer, appex.path,
                appex.displayName, appex.shortVersion, appex.version, appex.executable, declaration.style.rawValue,
                declaration.point.rawValue, declaration.pointVersion, declaration.principalClass,
                declaration.mainStoryboard,
                Data(PropertyListValue.dictionary(declaration.attributes).xmlBytes()),
            ])
    }

    private func app(_ row: Row) throws -> AppRow {
        AppRow(
            bundleIdentifier: try value(row, "bundleIdentifier", BundleIdentifier.init(rawValue:)),
            bundleContainer: try value(row, "bundleContainer", fileName),
            dataContainer: try value(row, "dataContainer", fileName),
            name: try value(row, "name", fileName), displayName: try value(row, "displayName") { $0 },
            shortVersion: row["shortVersion"], version: row["version"],
            executable: try value(row, "executable", relativePath))
    }

    private func appex(_ row: Row) throws -> AppexRow {
        let attributes: Data = row["attributes"]
        let list = try PropertyListValue(parsing: Array(attributes), file: file.string)
        guard case .dictionary(let entries) = list else { throw RegistryError.damaged(file, "read the registry") }
        return AppexRow(
            bundleIdentifier: try value(row, "bundleIdentifier", BundleIdentifier.init(rawValue:)),
            appIdentifier: try value(row, "appIdentifier", BundleIdentifier.init(rawValue:)),
            dataContainer: try value(row, "dataContainer", fileName), path: try value(row, "path", relativePath),
            displayName: try value(row, "displayName") { $0 },
            shortVersion: row["shortVersion"], version: row["version"],
            executable: try value(row, "executable", relativePath),
            declaration: DeclarationRow(
                style: try value(row, "style", ExtensionStyle.init(rawValue:)),
                point: try value(row, "point", ExtensionPointIdentifier.init(rawValue:)),
                pointVersion: try value(row, "pointVersion") { $0 },
                principalClass: row["principalClass"], mainStoryboard: row["mainStoryboard"], attributes: entries))
    }

    /// A column that has to be there and to satisfy `make`.
    private func value<Value>(_ row: Row, _ column: String, _ make: (String) -> Value?) throws -> Value {
        guard let text = String.fromDatabaseValue(row[column]), let value = make(text) else {
            throw RegistryError.damaged(file, "read the column \(column) of the registry")
        }
        return value
    }

    private func fileName(_ text: String) -> String? {
        FileNameRule.isValid(text) ? text : nil
    }

    private func relativePath(_ text: String) -> String? {
        text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { FileNameRule.isValid(String($0)) }
            ? text : nil
    }
}

extension RegistryError {
    /// The registry's file cannot be trusted. Nothing is deleted on the strength of it.
    static func damaged(_ file: FilePath, _ what: String, cause: (any Error)? = nil) -> RegistryError {
        let device = file.removingLastComponent().removingLastComponent()
        return RegistryError(
            .registryDamaged,
            "cannot \(what) \(file): it is damaged, put back a copy of it, "
                + "or move the folder \(device) away and install the apps again",
            cause: cause)
    }
}
