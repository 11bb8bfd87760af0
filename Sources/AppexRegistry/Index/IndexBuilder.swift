import AppexActivation
import AppexModel
import AppexWire
import OpenUniformTypeIdentifiers

/// Makes the bytes of a ``RegistryIndex``.
struct IndexBuilder {
    /// Apps in the order of listings.
    private let apps: [AppRow]
    /// Copies of extensions in the order of listings.
    private let appexes: [AppexRow]
    private let standings: [Standing]
    private let elections: [BundleIdentifier: ElectionRow]
    private let revision: Int64

    private var rules = RuleTable()
    private var tables = [[UInt8]](repeating: [], count: RegistryIndex.Section.allCases.count)

    /// Puts rows into order and finds which of them are offered.
    init(_ contents: RegistryContents, systemVersion: String) {
        let elections = Dictionary(contents.elections.map { ($0.bundleIdentifier, $0) }) { first, _ in first }
        apps = Self.sorted(contents.apps) { ListingPlace($0.displayName, $0.bundleIdentifier, $0.bundleIdentifier) }
        appexes = Self.sorted(contents.appexes) { appex in
            let election = elections[appex.bundleIdentifier]
            return ListingPlace(
                appex.displayName, appex.bundleIdentifier, appex.appIdentifier,
                position: election?.election == .use ? election?.position : nil)
        }
        standings = Standings(elections: elections, systemVersion: systemVersion).standings(of: appexes)
        self.elections = elections
        revision = contents.revision
    }

    /// Sorts rows by a key that is made once for each.
    private static func sorted<Row>(_ rows: [Row], by place: (Row) -> ListingPlace) -> [Row] {
        rows.map { ($0, place($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The bytes of the index. Called once.
    ///
    /// - Parameter old: an index whose rules need not be compiled again.
    /// - Throws: ``WireError/tooLarge(_:limit:)`` for a text that is longer than any manifest allows.
    mutating func bytes(maker: String, replacing old: RegistryIndex?) throws(WireError) -> [UInt8] {
        let members = try addAppexes()
        try addApps(members)
        addRules()
        append(Array(maker.utf8), to: .maker)
        for app in apps { append(Array(app.types.utf8), to: .types) }
        append(rules.compiled(replacing: old).encoded(), to: .matchIndex)
        return IndexHeader.bytes(revision: revision, sections: tables)
    }

    /// - Returns: the numbers of the extensions of each app.
    private mutating func addAppexes() throws(WireError) -> [[Int]] {
        let numbers = Dictionary(apps.enumerated().map { ($1.bundleIdentifier, $0) }) { first, _ in first }
        var members = [[Int]](repeating: [], count: apps.count)
        for (number, appex) in appexes.enumerated() {
            // The database sees to it that there is one.
            let app = numbers[appex.appIdentifier] ?? 0
            if app < members.count { members[app].append(number) }
            let rule = rules.number(of: appex.declaration)
            let election = elections[appex.bundleIdentifier]?.election ?? .default
            let words = [app, rule, Self.number(of: standings[number]), Self.number(of: election)]
            try append(record(appex.wireBytes()) + words, to: .appexes)
        }
        append(appexes.indices.sorted { precedes($0, $1) }, to: .appexOrder)
        return members
    }

    /// Whether one copy stands before another in the order of identifiers; of one identifier the one in use is first.
    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (appexes[left].bundleIdentifier, appexes[right].bundleIdentifier)
        if one != other { return one < other }
        let isUsed = [left, right].map { standings[$0] == .offered || standings[$0] == .off }
        return isUsed[0] == isUsed[1] ? left < right : isUsed[0]
    }

    private mutating func addApps(_ members: [[Int]]) throws(WireError) {
        var first = 0
        for (app, members) in zip(apps, members) {
            try append(record(app.wireBytes()) + [first, members.count], to: .apps)
            append(members, to: .members)
            first += members.count
        }
        append(apps.indices.sorted { apps[$0].bundleIdentifier < apps[$1].bundleIdentifier }, to: .appOrder)
    }

    private mutating func addRules() {
        for point in rules.points { append(record(Array(point.rawValue.utf8)), to: .points) }
        for rule in rules.rules { append([rule.point] + record(rule.attributes), to: .rules) }
    }

    // MARK: Bytes

    private static func number<Value: CaseIterable & Equatable>(of value: Value) -> Int
    where Value.AllCases == [Value] {
        Value.allCases.firstIndex(of: value) ?? 0
    }

    /// Appends a record.
    ///
    /// - Returns: the two columns that point to it.
    private mutating func record(_ bytes: [UInt8]) -> [Int] {
        let offset = tables[RegistryIndex.Section.records.rawValue].count
        append(bytes, to: .records)
        return [offset, bytes.count]
    }

    private mutating func append(_ bytes: [UInt8], to section: RegistryIndex.Section) {
        tables[section.rawValue] += bytes
    }

    private mutating func append(_ numbers: [Int], to section: RegistryIndex.Section) {
        for number in numbers { IndexHeader.append(UInt32(clamping: number), to: &tables[section.rawValue]) }
    }
}

/// What decides where something stands in a listing: first what the user has put into an order, then all by name
/// without regard to case, then by identifier.
private struct ListingPlace: Comparable {
    let position: Int64
    let name: String
    let identifiers: (BundleIdentifier, BundleIdentifier)

    init(
        _ displayName: String, _ identifier: BundleIdentifier, _ app: BundleIdentifier, position: Int64? = nil
    ) {
        self.position = position ?? .max
        name = displayName.lowercased()
        identifiers = (identifier, app)
    }

    static func < (left: ListingPlace, right: ListingPlace) -> Bool {
        if left.position != right.position { return left.position < right.position }
        if left.name != right.name { return left.name < right.name }
        return left.identifiers < right.identifiers
    }

    static func == (left: ListingPlace, right: ListingPlace) -> Bool {
        left.position == right.position && left.name == right.name && left.identifiers == right.identifiers
    }
}
