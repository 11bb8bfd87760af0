import GRDB

/// The tables of the registry's database in all their versions.
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
        migrator.registerMigration("4 groups") { try $0.execute(sql: groups) }
        migrator.registerMigration("5 signatures, network") { try $0.execute(sql: signatures) }
        migrator.registerMigration("6 runtimes") { try $0.execute(sql: runtimes) }
        migrator.registerMigration("7 keys without certificates") { database in
            try database.execute(sql: certificates)
            // Indexes of earlier versions have the signers without the mark.
            try database.execute(
                sql: "UPDATE device SET revision = ?", arguments: [Int64.random(in: .min ... .max)])
        }
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

    /// Identifies an extension by its app as well, because several apps may contain it. The types and the minimum
    /// version of the system of an app that was installed before are recorded with its next update.
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

    /// The request of an extension that was installed before is recorded with the next update of its app.
    private static let processesOfRequests =
        "ALTER TABLE appex ADD COLUMN wantsProcessPerRequest INTEGER NOT NULL DEFAULT 0"

    /// The groups of an app that was installed before are recorded with its next update.
    private static let groups = """
        ALTER TABLE app ADD COLUMN groups TEXT NOT NULL DEFAULT '';
        ALTER TABLE app ADD COLUMN memberships TEXT NOT NULL DEFAULT '';
        ALTER TABLE appex ADD COLUMN memberships TEXT NOT NULL DEFAULT '';
        """

    /// An app that was installed before has no signer and no network, and its programs are not compared until its next update.
    private static let signatures = """
        ALTER TABLE app ADD COLUMN signer TEXT NOT NULL DEFAULT '';
        ALTER TABLE app ADD COLUMN program TEXT NOT NULL DEFAULT '';
        ALTER TABLE appex ADD COLUMN program TEXT NOT NULL DEFAULT '';
        ALTER TABLE app ADD COLUMN network INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE appex ADD COLUMN network INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE election ADD COLUMN signer TEXT NOT NULL DEFAULT '';
        ALTER TABLE election ADD COLUMN point TEXT NOT NULL DEFAULT '';
        """

    /// Marks the signers of apps that were installed before: they are keys of certificates, with which nobody signs any more.
    private static let certificates = """
        UPDATE app SET signer = 'certificate ' || signer WHERE signer <> '';
        UPDATE election SET signer = 'certificate ' || signer WHERE signer <> '';
        """

    /// An app that was installed before has programs of its own.
    private static let runtimes = """
        ALTER TABLE app ADD COLUMN runtime TEXT NOT NULL DEFAULT '';
        ALTER TABLE appex ADD COLUMN runtime TEXT NOT NULL DEFAULT '';
        """
}
