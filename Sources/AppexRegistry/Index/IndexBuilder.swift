import AppexActivation
import AppexModel
import AppexSigning
import AppexWire
import OpenUniformTypeIdentifiers

/// Creates the bytes of a ``RegistryIndex``.
struct IndexBuilder {
    /// Apps in the order of listings.
    private let apps: [AppRow]
    /// Copies of extensions in the order of listings.
    private let appexes: [AppexRow]
    private let standings: [Standing]
    private let elections: [BundleIdentifier: ElectionRow]
    private let revision: Int64
    private let attributes: (Int64) throws -> [UInt8]

    private var tables = [[UInt8]](repeating: [], count: RegistryIndex.Section.allCases.count)

    /// Sorts the rows, and determines which extensions are offered (``Standings``).
    init(_ contents: RegistryContents, systemVersion: String) {
        let elections = Self.elections(of: contents)
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
        attributes = contents.attributes
    }

    /// The user's choices, without those for an extension of a different maker, or of use at a different extension point.
    private static func elections(of contents: RegistryContents) -> [BundleIdentifier: ElectionRow] {
        let signers = Dictionary(contents.apps.map { ($0.bundleIdentifier, $0.signer) }) { first, _ in first }
        let copies = Dictionary(grouping: contents.appexes, by: \.bundleIdentifier)
        let valid = contents.elections.filter { election in
            guard let copies = copies[election.bundleIdentifier] else { return true }
            return copies.contains { copy in
                Signer.isSameMaker(signers[copy.appIdentifier] ?? nil, election.signer)
                    && (election.election != .use || election.point.isEmpty
                        || election.point == copy.declaration.point.rawValue)
            }
        }
        return Dictionary(valid.map { ($0.bundleIdentifier, $0) }) { first, _ in first }
    }

    /// Sorts rows by a key that is computed once for each.
    private static func sorted<Row>(_ rows: [Row], by place: (Row) -> ListingPlace) -> [Row] {
        let places = rows.map(place)
        // Sorts indices, which are smaller than rows.
        return rows.indices.sorted { places[$0] < places[$1] }.map { rows[$0] }
    }

    /// The bytes of the index. Must be called at most once.
    ///
    /// - Parameter old: an earlier index, whose compiled rules are reused.
    /// - Throws: an error of reading attributes; `WireError` for a text that is longer than manifests allow.
    mutating func bytes(maker: String, replacing old: RegistryIndex?) throws -> [UInt8] {
        let members = try addAppexes()
        try addApps(members)
        append(Array(maker.utf8), to: .maker)
        for app in apps { append(Array(app.types.utf8), to: .types) }
        append(try rules(replacing: old).encoded(), to: .rules)
        return IndexHeader.bytes(revision: revision, sections: tables)
    }

    /// - Returns: the numbers of the extensions of each app.
    private mutating func addAppexes() throws(WireError) -> [[Int]] {
        let numbers = Dictionary(apps.enumerated().map { ($1.bundleIdentifier, $0) }) { first, _ in first }
        var members = [[Int]](repeating: [], count: apps.count)
        var points: [ExtensionPointIdentifier: Int] = [:]
        for (number, appex) in appexes.enumerated() {
            // The database ensures that the app exists.
            let app = numbers[appex.appIdentifier] ?? 0
            if app < members.count { members[app].append(number) }
            let point = addPoint(appex.declaration.point, &points)
            let election = elections[appex.bundleIdentifier]?.election ?? .default
            let words = [app, point, Self.number(of: standings[number]), Self.number(of: election)]
            try append(record(appex.wireBytes()) + words, to: .appexes)
            IndexHeader.append(appex.number, to: &tables[RegistryIndex.Section.rowNumbers.rawValue])
        }
        append(appexes.indices.sorted { precedes($0, $1) }, to: .appexOrder)
        return members
    }

    private mutating func addPoint(
        _ point: ExtensionPointIdentifier, _ numbers: inout [ExtensionPointIdentifier: Int]
    ) -> Int {
        if let known = numbers[point] { return known }
        numbers[point] = numbers.count
        append(record(Array(point.rawValue.utf8)), to: .points)
        return numbers.count - 1
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

    /// The compiled activation rules, by the numbers of the extensions. Only those of new rows are read.
    private func rules(replacing old: RegistryIndex?) throws -> MatchIndex {
        let compiled = old.flatMap { try? $0.rules(types: .system) } ?? MatchIndex(rules: [], types: .system)
        let known = Dictionary((old?.rowNumbers ?? []).enumerated().map { ($1, $0) }) { first, _ in first }
        return compiled.updated(
            try appexes.map { appex in
                if let number = known[appex.number], number < compiled.count { return .kept(number) }
                let bytes = try attributes(appex.number)
                // It was parsed when the app was installed, so a failure means that the database is damaged.
                let list = try? PropertyListValue(parsing: bytes, file: "the registry")
                return .added(ActivationRule(attributes: list?.dictionary ?? [:], point: appex.declaration.point))
            })
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

/// The sort key of a listing: the position that the user has set, then the name regardless of case, then the
/// identifier.
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
