import GRDB

/// The tables of the registry's database, by the versions that they have had.
enum RegistrySchema {
    /// Brings a database of any earlier version up to date.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 apps and extensions") { try $0.execute(sql: appsAndExtensions) }
        migrator.registerMigration("2 copies, elections, types") { database in
            try database.execute(sql: copiesElectionsTypes)
            try database.execute(sql: "INSERT INTO device VALUES (?)", arguments: [Int64.random(in: .min ... .max)])
        }
        migrator.registerMigration("3 processes of requests") { try $0.execute(sql: processesOfRequests) }
        return migrator
    }

    private static let appsAndExtensions = """
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
        """

    /// An extension is known by its app too, since several apps may carry it. What an app of an earlier version
    /// declares of types and of the system it needs comes with its next update.
    private static let copiesElectionsTypes = """
        CREATE TABLE copy (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            bundleIdentifier TEXT NOT NULL,
            appIdentifier TEXT NOT NULL REFERENCES app ON DELETE CASCADE,
            dataContainer TEXT NOT NULL UNIQUE,
            path TEXT NOT NULL,
            displayName TEXT NOT NULL,
            shortVersion TEXT,
            version TEXT,
            minimumOSVersion TEXT,
            executable TEXT NOT NULL,
            style TEXT NOT NULL,
            point TEXT NOT NULL,
            pointVersion TEXT NOT NULL,
            principalClass TEXT,
            mainStoryboard TEXT,
            attributes BLOB NOT NULL,
            UNIQUE (appIdentifier, bundleIdentifier)
        ) STRICT;
        INSERT INTO copy
            SELECT NULL, bundleIdentifier, appIdentifier, dataContainer, path, displayName, shortVersion, version, NULL,
                executable, style, point, pointVersion, principalClass, mainStoryboard, attributes FROM appex;
        DROP TABLE appex;
        ALTER TABLE copy RENAME TO appex;
        ALTER TABLE app ADD COLUMN types TEXT NOT NULL DEFAULT '';
        CREATE TABLE election (
            bundleIdentifier TEXT NOT NULL PRIMARY KEY,
            election TEXT NOT NULL,
            position INTEGER
        ) STRICT;
        CREATE TABLE device (revision INTEGER NOT NULL) STRICT;
        """

    /// What an extension of an earlier version asks for comes with the next update of its app.
    private static let processesOfRequests =
        "ALTER TABLE appex ADD COLUMN wantsProcessPerRequest INTEGER NOT NULL DEFAULT 0"
}
