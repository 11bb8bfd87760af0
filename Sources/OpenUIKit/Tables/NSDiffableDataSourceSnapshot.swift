/// The sections and items of a table at one moment, by identifiers that the program chooses.
///
/// Source: https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot-swift.struct
///
/// ## Difference from Apple
/// Identifiers that would be duplicates, and references to identifiers that are not in the snapshot, are ignored. UIKit
/// raises an exception.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable {
    private struct Section {
        let identifier: SectionIdentifierType
        var items: [ItemIdentifierType] = []
    }

    private var sections: [Section] = []
    /// The section of each item.
    private var homes: [ItemIdentifierType: SectionIdentifierType] = [:]
    /// The items whose rows are made again when the snapshot is applied.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    /// The items whose cells are configured again when the snapshot is applied.
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
    /// The sections whose rows are made again when the snapshot is applied.
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

    /// Makes an empty snapshot.
    public init() {}

    /// The number of sections.
    public var numberOfSections: Int { sections.count }
    /// The number of items in all sections.
    public var numberOfItems: Int { homes.count }
    /// The sections, in order.
    public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
    /// The items of all sections, in order.
    public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

    /// Returns the number of items in a section; 0 when the section does not exist.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        itemIdentifiers(inSection: identifier).count
    }

    /// Returns the items of a section, in order; an empty list when the section does not exist.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        indexOfSection(identifier).map { sections[$0].items } ?? []
    }

    /// Returns the section of an item; `nil` when the item does not exist.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        homes[identifier]
    }

    /// Returns the index of an item among all items; `nil` when the item does not exist.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        homes[identifier] == nil ? nil : itemIdentifiers.firstIndex(of: identifier)
    }

    /// Returns the index of a section; `nil` when the section does not exist.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sections.firstIndex { $0.identifier == identifier }
    }

    // MARK: Sections

    /// Adds sections at the end.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        insert(identifiers, at: sections.count)
    }

    /// Inserts sections before another one. Does nothing when that section does not exist.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) {
        if let index = indexOfSection(toIdentifier) { insert(identifiers, at: index) }
    }

    /// Inserts sections after another one. Does nothing when that section does not exist.
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

    /// Deletes sections with their items.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        for identifier in identifiers {
            guard let index = indexOfSection(identifier) else { continue }
            for item in sections.remove(at: index).items { homes[item] = nil }
        }
    }

    /// Marks sections whose rows are to be made again when the snapshot is applied.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        reloadedSectionIdentifiers += identifiers.filter { indexOfSection($0) != nil }
    }

    // MARK: Items

    /// Adds items at the end of a section.
    ///
    /// - Parameters:
    ///   - identifiers: the items to add.
    ///   - sectionIdentifier: `nil` for the last section. Nothing happens when the section does not exist.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        let index = sectionIdentifier.map { indexOfSection($0) } ?? sections.indices.last
        if let index { insert(identifiers, in: index, at: sections[index].items.count) }
    }

    /// Inserts items before another one. Does nothing when that item does not exist.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        if let place = place(of: beforeIdentifier) { insert(identifiers, in: place.section, at: place.item) }
    }

    /// Inserts items after another one. Does nothing when that item does not exist.
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

    /// Deletes items.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers.filter { homes[$0] != nil })
        for section in Set(gone.compactMap { homes[$0] }) {
            guard let index = indexOfSection(section) else { continue }
            sections[index].items.removeAll { gone.contains($0) }
        }
        for identifier in gone { homes[identifier] = nil }
    }

    /// Deletes all items and all sections.
    public mutating func deleteAllItems() {
        sections = []
        homes = [:]
    }

    /// Moves an item before another one, which may be in another section. Does nothing when one of them does not exist.
    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        guard identifier != toIdentifier, homes[identifier] != nil, homes[toIdentifier] != nil else { return }
        deleteItems([identifier])
        insertItems([identifier], beforeItem: toIdentifier)
    }

    /// Moves an item after another one, which may be in another section. Does nothing when one of them does not exist.
    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        guard identifier != toIdentifier, homes[identifier] != nil, homes[toIdentifier] != nil else { return }
        deleteItems([identifier])
        insertItems([identifier], afterItem: toIdentifier)
    }

    /// Marks items whose rows are to be made again when the snapshot is applied.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        reloadedItemIdentifiers += identifiers.filter { homes[$0] != nil }
    }

    /// Marks items whose rows are to be configured again, with their present cells, when the snapshot is applied.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        reconfiguredItemIdentifiers += identifiers.filter { homes[$0] != nil }
    }

    private func place(of item: ItemIdentifierType) -> (section: Int, item: Int)? {
        guard let home = homes[item], let section = indexOfSection(home),
            let index = sections[section].items.firstIndex(of: item)
        else { return nil }
        return (section, index)
    }

    /// This snapshot without the marks, which apply only once.
    func withoutMarks() -> Self {
        var result = self
        result.reloadedItemIdentifiers = []
        result.reconfiguredItemIdentifiers = []
        result.reloadedSectionIdentifiers = []
        return result
    }
}
