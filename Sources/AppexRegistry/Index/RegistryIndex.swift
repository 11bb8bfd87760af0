package import AppexActivation
package import AppexModel
import AppexWire
package import OpenUniformTypeIdentifiers
import SystemPackage

/// The whole registry as one array of bytes, which is created after each change and read in place.
///
/// A query decodes only the records of its answer, so that a broker can answer without reading ten thousand rows. The
/// same bytes are stored in a file beside the database. They may be damaged or forged: every number is checked, and a
/// record that cannot be read is treated as missing.
///
/// The header is followed by tables of 32-bit numbers and the records to which they refer; see
/// `Documentation/Discovery.md`.
package struct RegistryIndex: Sendable {
    /// The parts of the file, in their order.
    enum Section: Int, CaseIterable {
        /// The version of the program that created the index.
        case maker
        /// The types that the apps declare, as hosts and extensions read them.
        case types
        /// The extension points: offset and length of each identifier.
        case points
        /// Each app, by name: offset and length of its row, first of its members and their number.
        case apps
        /// Each copy of an extension, in the order of listings: offset and length of its row, app, point, standing,
        /// election.
        case appexes
        /// The numbers of the extensions' rows in the database, with 64 bits each.
        case rowNumbers
        /// The numbers of apps, by identifier.
        case appOrder
        /// The numbers of extensions, by identifier, the copy in use first.
        case appexOrder
        /// The numbers of extensions, by app, for each in the order of listings.
        case members
        /// The activation rules of all extensions, compiled, under their numbers.
        case rules
        /// Rows and texts.
        case records

        /// The number of columns of the table; 0 for a section that is not a table.
        var width: Int {
            switch self {
            case .points, .rowNumbers: 2
            case .apps: 4
            case .appexes: 6
            case .appOrder, .appexOrder, .members: 1
            case .maker, .types, .rules, .records: 0
            }
        }
    }

    /// The values of one copy of an extension in the table.
    package struct Entry: Sendable, Hashable {
        /// The number of its app.
        package let app: Int
        /// The number of its extension point.
        package let point: Int
        /// Whether it is offered to hosts.
        package let standing: Standing
        /// The user's choice for its identifier.
        package let election: Election
    }

    /// The content of the file.
    let bytes: [UInt8]
    let layout: DeviceLayout
    private let sections: [Range<Int>]

    /// Creates an index from the bytes of an ``IndexBuilder``; nil if they are not of that form.
    init?(bytes: [UInt8], layout: DeviceLayout) {
        guard let sections = IndexHeader.sections(of: bytes) else { return nil }
        self.bytes = bytes
        self.layout = layout
        self.sections = sections
    }

    /// The revision of the database from which the index was created, which differs after each change.
    package var revision: Int64 { IndexHeader.revision(of: bytes) }

    /// The version of the program that created it, and of the system.
    var maker: String { text(.maker) }

    /// The types that the installed apps declare, as the text of a `TypeList`.
    package var types: String { text(.types) }

    // MARK: Tables

    private func count(_ section: Section) -> Int {
        section.width == 0 ? 0 : sections[section.rawValue].count / (4 * section.width)
    }

    /// The text of a section that is not a table.
    private func text(_ section: Section) -> String {
        string(sections[section.rawValue]) ?? ""
    }

    /// One number of a table; nil if there is no such entry.
    private func number(_ section: Section, _ entry: Int, _ column: Int = 0) -> Int? {
        guard entry >= 0, entry < count(section) else { return nil }
        let offset = sections[section.rawValue].lowerBound + 4 * (entry * section.width + column)
        return IndexHeader.integer(UInt32.self, at: offset, of: bytes).map(Int.init)
    }

    /// The range of the record to which the first two columns of an entry refer.
    private func record(_ section: Section, _ entry: Int) -> Range<Int>? {
        let records = sections[Section.records.rawValue]
        guard let offset = number(section, entry), let length = number(section, entry, 1),
            offset <= records.count, length <= records.count - offset
        else { return nil }
        return records.lowerBound + offset..<records.lowerBound + offset + length
    }

    private func row<Row: WireValue>(_ section: Section, _ entry: Int) -> Row? {
        record(section, entry).flatMap { try? Row(wireBytes: Array(bytes[$0])) }
    }

    private func string(_ range: Range<Int>) -> String? {
        String(validating: bytes[range], as: UTF8.self)
    }

    // MARK: Apps

    /// The number of apps.
    package var appCount: Int { count(.apps) }

    /// The app with a number, which is its position in a list by name; nil if there is none.
    package func app(at number: Int) -> InstalledApp? {
        guard let row: AppRow = row(.apps, number), let first = self.number(.apps, number, 2),
            let members = self.number(.apps, number, 3), members <= appexCount
        else { return nil }
        let extensions = (0..<members).compactMap { self.number(.members, first + $0) }.compactMap(appex)
        return InstalledApp(row, extensions: extensions, layout: layout)
    }

    /// The app with an identifier; nil if there is none.
    package func app(_ identifier: BundleIdentifier) -> InstalledApp? {
        let position = firstPosition(in: .appOrder, of: .apps, notBelow: identifier.rawValue)
        return number(.appOrder, position).flatMap(app).flatMap { $0.bundleIdentifier == identifier ? $0 : nil }
    }

    /// The apps that are members of a group, or contain one. Reads the rows of all apps.
    func members(of group: GroupIdentifier) -> [AppRow] {
        (0..<appCount).compactMap { number -> AppRow? in row(.apps, number) }.filter { row in
            row.groups.contains { $0.identifier == group }
        }
    }

    // MARK: Extensions

    /// The number of copies of extensions.
    package var appexCount: Int { count(.appexes) }

    /// The values of a copy of an extension by its number, which is its position in a list; nil if there is none.
    package func entry(at number: Int) -> Entry? {
        guard let app = self.number(.appexes, number, 2), let point = self.number(.appexes, number, 3),
            let standing = self.number(.appexes, number, 4), standing < Standing.allCases.count,
            let election = self.number(.appexes, number, 5), election < Election.allCases.count
        else { return nil }
        return Entry(
            app: app, point: point, standing: Standing.allCases[standing], election: Election.allCases[election])
    }

    /// The copy of an extension with a number; nil if there is none.
    package func appex(at number: Int) -> InstalledAppex? {
        guard let entry = entry(at: number), let app: AppRow = row(.apps, entry.app),
            let row: AppexRow = row(.appexes, number)
        else { return nil }
        return InstalledAppex(row, app: app, standing: entry.standing, election: entry.election, layout: layout)
    }

    /// The copies of an extension, the one in use first.
    package func copies(of identifier: BundleIdentifier) -> [InstalledAppex] {
        let first = firstPosition(in: .appexOrder, of: .appexes, notBelow: identifier.rawValue)
        var copies: [InstalledAppex] = []
        while let copy = number(.appexOrder, first + copies.count).flatMap(appex),
            copy.bundleIdentifier == identifier
        {
            copies.append(copy)
        }
        return copies
    }

    /// The numbers of the extensions that are offered to hosts, in the order in which to show them. ``Standings``
    /// decides which these are.
    ///
    /// - Parameter numbers: the candidates in ascending order, such as those whose rules match; nil for all.
    /// - Parameter points: the allowed extension points; nil for all.
    package func offered(among numbers: [Int]? = nil, at points: Set<ExtensionPointIdentifier>? = nil) -> [Int] {
        let wanted = points.map { points in
            Set((0..<count(.points)).filter { number in point(number).map(points.contains) ?? false })
        }
        return (numbers ?? Array(0..<appexCount)).filter { number in
            guard let entry = entry(at: number), entry.standing == .offered else { return false }
            return wanted?.contains(entry.point) ?? true
        }
    }

    private func point(_ number: Int) -> ExtensionPointIdentifier? {
        record(.points, number).flatMap(string).flatMap(ExtensionPointIdentifier.init(rawValue:))
    }

    // MARK: Rules

    /// The compiled activation rules of the extensions. The position of a rule is the number of its extension.
    ///
    /// - Parameter types: the types that apply to attachments.
    /// - Throws: `MatchIndexError` if the bytes are damaged.
    package func rules(types: TypeGraph) throws(MatchIndexError) -> MatchIndex {
        try MatchIndex(decoding: Array(bytes[sections[Section.rules.rawValue]]), types: types)
    }

    /// The numbers of the extensions' rows in the database.
    var rowNumbers: [Int64] {
        let start = sections[Section.rowNumbers.rawValue].lowerBound
        return (0..<count(.rowNumbers)).compactMap {
            IndexHeader.integer(Int64.self, at: start + 8 * $0, of: bytes)
        }
    }

    // MARK: Searching

    /// The first position in a sorted list whose identifier is not less than `wanted`.
    private func firstPosition(in order: Section, of table: Section, notBelow wanted: String) -> Int {
        var range = 0..<count(order)
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = number(order, middle).flatMap { record(table, $0) }.flatMap(identifier) ?? ""
            range = found < wanted ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// The identifier with which a row begins.
    private func identifier(_ record: Range<Int>) -> String? {
        guard let length = IndexHeader.integer(UInt32.self, at: record.lowerBound, of: bytes),
            length <= record.count - 4
        else { return nil }
        return string(record.lowerBound + 4..<record.lowerBound + 4 + Int(length))
    }

    /// The identifiers of all apps and extensions.
    package var identifiers: Set<String> {
        let apps = (0..<appCount).compactMap { record(.apps, $0).flatMap(identifier) }
        return Set(apps + (0..<appexCount).compactMap { record(.appexes, $0).flatMap(identifier) })
    }
}
