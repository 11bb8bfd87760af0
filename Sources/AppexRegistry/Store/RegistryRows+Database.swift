import AppexModel
import AppexSigning
import FoundationEssentials
import GRDB

/// A column contains an invalid value.
struct InvalidColumn: Error {
    let name: String
}

/// Reads the columns of one row from left to right.
struct ColumnReader {
    private let row: Row
    private var index = 0

    init(_ row: Row) { self.row = row }

    /// The next column; nil also if it is of a wrong type, for which GRDB's subscript would trap.
    mutating func optional<Value: DatabaseValueConvertible>(_ type: Value.Type = Value.self) -> Value? {
        defer { index += 1 }
        return Value.fromDatabaseValue(row[index])
    }

    /// The next column, which must not be null, converted by `make`.
    mutating func value<Value>(_ name: String, _ make: (String) -> Value?) throws -> Value {
        guard let text = optional(String.self), let value = make(text) else { throw InvalidColumn(name: name) }
        return value
    }

    mutating func text(_ name: String) throws -> String {
        try value(name) { $0 }
    }

    mutating func identifier(_ name: String) throws -> BundleIdentifier {
        try value(name, BundleIdentifier.init(rawValue:))
    }

    mutating func fileName(_ name: String) throws -> String {
        try value(name) { FileNameRule.isValid($0) ? $0 : nil }
    }

    mutating func relativePath(_ name: String) throws -> String {
        try value(name) { FileNameRule.isValidPath($0) ? $0 : nil }
    }
}

extension AppRow {
    private static let columns = """
        bundleIdentifier, bundleContainer, dataContainer, name, displayName, shortVersion, version, executable, types,
        groups, memberships, signer, program, network, runtime
        """

    static func all(in database: Database) throws -> [AppRow] {
        try Array(Row.fetchCursor(database, sql: "SELECT \(columns) FROM app").map { try AppRow($0) })
    }

    private init(_ row: Row) throws {
        var columns = ColumnReader(row)
        bundleIdentifier = try columns.identifier("bundleIdentifier")
        bundleContainer = try columns.fileName("bundleContainer")
        dataContainer = try columns.fileName("dataContainer")
        name = try columns.fileName("name")
        displayName = try columns.text("displayName")
        shortVersion = columns.optional()
        version = columns.optional()
        executable = try columns.relativePath("executable")
        types = try columns.text("types")
        groups = try columns.value("groups", GroupRow.list)
        memberships = try columns.value("memberships", GroupIdentifier.list)
        signer = try columns.value("signer", Signer.stored)
        program = try columns.value("program", ProgramSeal.stored)
        network = columns.optional() ?? false
        runtime = try columns.value("runtime", RuntimeIdentifier.stored)
    }

    func insert(into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO app (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                bundleIdentifier.rawValue, bundleContainer, dataContainer, name, displayName, shortVersion, version,
                executable, types, GroupRow.text(groups), GroupIdentifier.text(memberships), Signer.text(signer),
                ProgramSeal.text(program), network, RuntimeIdentifier.text(runtime),
            ])
    }
}

extension AppexRow {
    private static let columns = """
        bundleIdentifier, appIdentifier, dataContainer, path, displayName, shortVersion, version, minimumOSVersion,
        executable, style, point, pointVersion, principalClass, mainStoryboard, wantsProcessPerRequest,
        memberships, program, network, runtime
        """

    static func all(in database: Database) throws -> [AppexRow] {
        try Array(Row.fetchCursor(database, sql: "SELECT number, \(columns) FROM appex").map { try AppexRow($0) })
    }

    /// The attributes in the row with a number.
    static func attributes(_ number: Int64, in database: Database) throws -> [UInt8] {
        let sql = "SELECT attributes FROM appex WHERE number = ?"
        guard let row = try Row.fetchOne(database, sql: sql, arguments: [number]),
            let bytes = Data.fromDatabaseValue(row[0])
        else { throw InvalidColumn(name: "attributes") }
        return Array(bytes)
    }

    private init(_ row: Row) throws {
        var columns = ColumnReader(row)
        number = columns.optional() ?? 0
        bundleIdentifier = try columns.identifier("bundleIdentifier")
        appIdentifier = try columns.identifier("appIdentifier")
        dataContainer = try columns.fileName("dataContainer")
        path = try columns.relativePath("path")
        displayName = try columns.text("displayName")
        shortVersion = columns.optional()
        version = columns.optional()
        minimumOSVersion = columns.optional()
        executable = try columns.relativePath("executable")
        declaration = try DeclarationRow(&columns)
        memberships = try columns.value("memberships", GroupIdentifier.list)
        program = try columns.value("program", ProgramSeal.stored)
        network = columns.optional() ?? false
        runtime = try columns.value("runtime", RuntimeIdentifier.stored)
    }

    /// - Parameter attributes: an XML property list.
    func insert(_ attributes: [UInt8], into database: Database) throws {
        try database.execute(
            sql:
                "INSERT INTO appex (\(Self.columns), attributes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                bundleIdentifier.rawValue, appIdentifier.rawValue, dataContainer, path, displayName, shortVersion,
                version, minimumOSVersion, executable, declaration.style.rawValue, declaration.point.rawValue,
                declaration.pointVersion, declaration.principalClass, declaration.mainStoryboard,
                declaration.wantsProcessPerRequest, GroupIdentifier.text(memberships),
                ProgramSeal.text(program), network, RuntimeIdentifier.text(runtime), Data(attributes),
            ])
    }
}

extension DeclarationRow {
    fileprivate init(_ columns: inout ColumnReader) throws {
        style = try columns.value("style", ExtensionStyle.init(rawValue:))
        point = try columns.value("point", ExtensionPointIdentifier.init(rawValue:))
        pointVersion = try columns.text("pointVersion")
        principalClass = columns.optional()
        mainStoryboard = columns.optional()
        wantsProcessPerRequest = columns.optional() ?? false
    }
}

extension ElectionRow {
    static func all(in database: Database) throws -> [ElectionRow] {
        let sql = "SELECT bundleIdentifier, election, position, signer, point FROM election"
        return try Array(
            Row.fetchCursor(database, sql: sql).map { row in
                var columns = ColumnReader(row)
                return ElectionRow(
                    bundleIdentifier: try columns.identifier("bundleIdentifier"),
                    election: try columns.value("election", Election.init(rawValue:)), position: columns.optional(),
                    signer: try columns.value("signer", Signer.stored), point: try columns.text("point"))
            })
    }
}
