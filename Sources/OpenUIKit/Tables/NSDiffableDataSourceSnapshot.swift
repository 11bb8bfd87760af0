/// What stands in a table at one moment: sections, and the items in each, by identifiers of the program's own.
///
/// Source: https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct
///
/// ## Difference from Apple
/// What is there already, or not there, when it should not be or should, is left out; Apple's system raises an exception.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
    private struct Section {
        let identifier: SectionIdentifierType
        var items: [ItemIdentifierType] = []
    }

    private var sections: [Section] = []
    /// The identifier of the section of each item.
    private var homes: [ItemIdentifierType: SectionIdentifierType] = [:]
    /// Items to be made anew, and to be brought up to date, when the snapshot is applied.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

    public init() {}

    public var numberOfSections: Int { sections.count }
    public var numberOfItems: Int { homes.count }
    public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
    public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        itemIdentifiers(inSection: identifier).count
    }

    /// Empty for a section that is not there.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        indexOfSection(identifier).map { sections[$0].items } ?? []
    }

    /// nil for an item that is not there.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        homes[identifier]
    }

    /// Among all items; nil for one that is not there.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        homes[identifier] == nil ? nil : itemIdentifiers.firstIndex(of: identifier)
    }

    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sections.firstIndex { $0.identifier == identifier }
    }

    // MARK: Sections

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(identifiers, at: sections.count)
    }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) {
        if let index = indexOfSection(toIdentifier) { insert(identifiers, at: index) }
    }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) {
        if let index = indexOfSection(toIdentifier) { insert(identifiers, at: index + 1) }
    }

    private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
        var known = Set(sectionIdentifiers)
        let new = identifiers.filter { known.insert($0).inserted }
        sections.insert(contentsOf: new.map { Section(identifier: $0) }, at: index)
    }

    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        for identifier in identifiers {
            guard let index = indexOfSection(identifier) else { continue }
            for item in sections.remove(at: index).items { homes[item] = nil }
        }
    }

    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        reloadedSectionIdentifiers += identifiers.filter { indexOfSection($0) != nil }
    }

    // MARK: Items

    /// - Parameter sectionIdentifier: nil for the last section.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        let index = sectionIdentifier.map { indexOfSection($0) } ?? sections.indices.last
        if let index { insert(identifiers, in: index, at: sections[index].items.count) }
    }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        if let place = place(of: beforeIdentifier) { insert(identifiers, in: place.section, at: place.item) }
    }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) {
        if let place = place(of: afterIdentifier) { insert(identifiers, in: place.section, at: place.item + 1) }
    }

    private mutating func insert(_ identifiers: [ItemIdentifierType], in section: Int, at index: Int) {
        var new: [ItemIdentifierType] = []
        for identifier in identifiers where homes[identifier] == nil {
            homes[identifier] = sections[section].identifier
            new.append(identifier)
        }
        sections[section].items.insert(contentsOf: new, at: index)
    }

    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers.filter { homes[$0] != nil })
        for section in Set(gone.compactMap { homes[$0] }) {
            guard let index = indexOfSection(section) else { continue }
            sections[index].items.removeAll { gone.contains($0) }
        }
        for identifier in gone { homes[identifier] = nil }
    }

    public mutating func deleteAllItems() {
        sections = []
        homes = [:]
    }

    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        guard identifier != toIdentifier, homes[identifier] != nil, homes[toIdentifier] != nil else { return }
        deleteItems([identifier])
        insertItems([identifier], beforeItem: toIdentifier)
    }

    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        guard identifier != toIdentifier, homes[identifier] != nil, homes[toIdentifier] != nil else { return }
        deleteItems([identifier])
        insertItems([identifier], afterItem: toIdentifier)
    }

    /// Makes rows anew when the snapshot is applied.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        reloadedItemIdentifiers += identifiers.filter { homes[$0] != nil }
    }

    /// Asks for rows again when the snapshot is applied; their cells stay.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        reconfiguredItemIdentifiers += identifiers.filter { homes[$0] != nil }
    }

    private func place(of item: ItemIdentifierType) -> (section: Int, item: Int)? {
        guard let home = homes[item], let section = indexOfSection(home),
            let index = sections[section].items.firstIndex(of: item)
        else { return nil }
        return (section, index)
    }

    /// The same without what is only to be done once.
    func settled() -> Self {
        var settled = self
        settled.reloadedItemIdentifiers = []
        settled.reconfiguredItemIdentifiers = []
        settled.reloadedSectionIdentifiers = []
        return settled
    }
}
