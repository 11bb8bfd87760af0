package import AppexActivation
package import AppexModel
import AppexWire
package import OpenUniformTypeIdentifiers
import SystemPackage

/// The whole registry as one array of bytes, made once after each change and read in place.
///
/// A query decodes the few records that it answers with, so that a broker has its first answer without reading ten
/// thousand rows; the same bytes lie beside the database as a file. They may be damaged or forged: every number read from
/// them is checked, and a record that cannot be read is not there.
///
/// After the header follow tables of 32-bit numbers and the records that they point to; `Documentation/Discovery.md`
/// draws them.
package struct RegistryIndex: Sendable {
    /// The parts of the file, in their order.
    enum Section: Int, CaseIterable {
        /// What made the index, beside the database.
        case maker
        /// What the apps declare of types, as hosts and extensions read it.
        case types
        /// Each extension point once: offset and length of its identifier.
        case points
        /// Each app, by name: offset and length of its row, first of its members and their number.
        case apps
        /// Each copy of an extension, in the order of listings: offset and length of its row, app, point, standing, election.
        case appexes
        /// For each of those the number of its row in the database, with 64 bits.
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

        /// Numbers in one entry of the table; 0 where it is no table.
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

    /// What a table says of one copy of an extension.
    package struct Entry: Sendable, Hashable {
        /// The number of its app.
        package let app: Int
        /// The number of its extension point.
        package let point: Int
        /// Whether hosts are offered it.
        package let standing: Standing
        /// What the user has said about its identifier.
        package let election: Election
    }

    /// All of it, as in the file.
    let bytes: [UInt8]
    let layout: DeviceLayout
    private let sections: [Range<Int>]

    /// Takes the bytes that an ``IndexBuilder`` made; nil when they are not in that form.
    init?(bytes: [UInt8], layout: DeviceLayout) {
        guard let sections = IndexHeader.sections(of: bytes) else { return nil }
        self.bytes = bytes
        self.layout = layout
        self.sections = sections
    }

    /// The revision of the database that it was made from: another number after each change.
    package var revision: Int64 { IndexHeader.revision(of: bytes) }

    /// What made it, beside the database.
    var maker: String { text(.maker) }

    /// What the installed apps declare of types, in the form of `TypeList`.
    package var types: String { text(.types) }

    // MARK: Tables

    private func count(_ section: Section) -> Int {
        section.width == 0 ? 0 : sections[section.rawValue].count / (4 * section.width)
    }

    /// A section that is no table.
    private func text(_ section: Section) -> String {
        string(sections[section.rawValue]) ?? ""
    }

    /// One number of a table; nil when there is no such entry.
    private func number(_ section: Section, _ entry: Int, _ column: Int = 0) -> Int? {
        guard entry >= 0, entry < count(section) else { return nil }
        let offset = sections[section.rawValue].lowerBound + 4 * (entry * section.width + column)
        return IndexHeader.integer(UInt32.self, at: offset, of: bytes).map(Int.init)
    }

    /// Where the record lies that the first two columns of an entry point to.
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

    /// How many apps there are.
    package var appCount: Int { count(.apps) }

    /// The app with a number, which is its place when apps are listed by name.
    package func app(at number: Int) -> InstalledApp? {
        guard let row: AppRow = row(.apps, number), let first = self.number(.apps, number, 2),
            let members = self.number(.apps, number, 3), members <= appexCount
        else { return nil }
        let extensions = (0..<members).compactMap { self.number(.members, first + $0) }.compactMap(appex)
        return InstalledApp(row, extensions: extensions, layout: layout)
    }

    /// The app with an identifier; nil when there is none.
    package func app(_ identifier: BundleIdentifier) -> InstalledApp? {
        let position = firstPosition(in: .appOrder, of: .apps, notBelow: identifier.rawValue)
        return number(.appOrder, position).flatMap(app).flatMap { $0.bundleIdentifier == identifier ? $0 : nil }
    }

    // MARK: Extensions

    /// How many copies of extensions there are.
    package var appexCount: Int { count(.appexes) }

    /// What the table says of a copy of an extension, by its number: its place when extensions are listed.
    package func entry(at number: Int) -> Entry? {
        guard let app = self.number(.appexes, number, 2), let point = self.number(.appexes, number, 3),
            let standing = self.number(.appexes, number, 4), standing < Standing.allCases.count,
            let election = self.number(.appexes, number, 5), election < Election.allCases.count
        else { return nil }
        return Entry(
            app: app, point: point, standing: Standing.allCases[standing], election: Election.allCases[election])
    }

    /// The copy of an extension with a number.
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

    /// The numbers of the extensions that hosts are offered, in the order of listings.
    ///
    /// - Parameter numbers: those that may be among them, in that order, such as those whose rules activate; nil for all.
    /// - Parameter points: the points of which they have to extend one; nil for all.
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

    /// The activation rules of the extensions, compiled; a rule's position is the number of its extension.
    ///
    /// - Parameter types: the types by which attachments are judged.
    /// - Throws: `MatchIndexError` when the bytes are damaged.
    package func rules(types: TypeGraph) throws(MatchIndexError) -> MatchIndex {
        try MatchIndex(decoding: Array(bytes[sections[Section.rules.rawValue]]), types: types)
    }

    /// For each extension the number of its row in the database.
    var rowNumbers: [Int64] {
        let start = sections[Section.rowNumbers.rawValue].lowerBound
        return (0..<count(.rowNumbers)).compactMap {
            IndexHeader.integer(Int64.self, at: start + 8 * $0, of: bytes)
        }
    }

    // MARK: Searching

    /// The first place in an ordered list whose identifier is not less than `wanted`.
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

    /// Every identifier of an app or an extension, each once.
    package var identifiers: Set<String> {
        let apps = (0..<appCount).compactMap { record(.apps, $0).flatMap(identifier) }
        return Set(apps + (0..<appexCount).compactMap { record(.appexes, $0).flatMap(identifier) })
    }
}
