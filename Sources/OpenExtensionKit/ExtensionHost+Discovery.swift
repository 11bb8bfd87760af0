package import AppexModel
package import AppexProtocol
import OpenFoundation

extension ExtensionHost {
    /// Finds the extensions that are offered, without evaluating activation rules.
    ///
    /// - Parameter point: the identifier of an extension point, such as `com.apple.services`; nil for all points.
    /// - Returns: the extensions in the order in which to show them: first those that the user has ordered, then the
    ///   others by name.
    /// - Throws: ``ExtensionError/Code/brokerUnavailable``.
    public func extensions(at point: String? = nil) async throws(ExtensionError) -> [AppExtensionIdentity] {
        try await extensions(MatchQuery(points: [point].compactMap { $0 }, items: nil))
    }

    /// Finds the offered extensions whose activation rules match some items.
    ///
    /// The broker learns only the types of the attachments and whether an item has a text; the extensions learn nothing.
    ///
    /// - Parameter point: the identifier of an extension point, such as `com.apple.share-services`; nil for all points.
    /// - Returns: the extensions in the order in which to show them.
    /// - Throws: ``ExtensionError/Code/brokerUnavailable``; ``ExtensionError/Code/refused`` for more than 1,024 items,
    ///   4,096 attachments or 16,384 types of attachments.
    nonisolated(nonsending) public func extensions(
        matching items: [NSExtensionItem], at point: String? = nil
    ) async throws(ExtensionError) -> [AppExtensionIdentity] {
        try await extensions(MatchQuery(points: [point].compactMap { $0 }, items: items.map { MatchItem($0) }))
    }

    /// A stream of matching extensions: the current list, then a new one after each change, such as when an app is
    /// installed or the user disables an extension.
    ///
    /// - Parameter items: the items that activation rules are evaluated for, as they are now; nil to evaluate none.
    /// - Parameter point: the identifier of an extension point; nil for all points.
    public func updates(
        matching items: [NSExtensionItem]? = nil, at point: String? = nil
    ) -> AppExtensionIdentity.Identities {
        updates(matching: items, at: [point].compactMap { $0 })
    }

    /// A stream of matching extensions at several extension points; at all points if the list is empty.
    func updates(matching items: [NSExtensionItem]?, at points: [String]) -> AppExtensionIdentity.Identities {
        AppExtensionIdentity.Identities(
            broker: broker, query: MatchQuery(points: points, items: items?.map { MatchItem($0) }))
    }

    private func extensions(_ query: MatchQuery) async throws(ExtensionError) -> [AppExtensionIdentity] {
        try await broker.match(query).extensions.map(AppExtensionIdentity.init)
    }

    /// Finds the extension with a bundle identifier.
    ///
    /// - Throws: ``ExtensionError/Code/notFound`` if it is not installed; ``ExtensionError/Code/refused`` if it is not
    ///   offered or this host does not allow its point; ``ExtensionError/Code/brokerUnavailable``.
    public func `extension`(_ bundleIdentifier: String) async throws(ExtensionError) -> AppExtensionIdentity {
        AppExtensionIdentity(try await broker.find(bundleIdentifier))
    }

    /// The extension with an identifier, which the broker has to find within a time limit.
    package func `extension`(
        _ bundleIdentifier: String, within limit: Duration
    ) async throws(ExtensionError) -> AppExtensionIdentity {
        AppExtensionIdentity(try await broker.find(bundleIdentifier, within: limit))
    }

    /// Enables an extension for every host of the device.
    ///
    /// The choice applies to all versions of the extension, and is kept when the extension is removed and installed
    /// again.
    ///
    /// - Parameter isFirst: true to list the extension before all others; otherwise its position does not change.
    /// - Throws: ``ExtensionError/Code/notFound``, ``ExtensionError/Code/brokerUnavailable``.
    public func enable(_ bundleIdentifier: String, first isFirst: Bool = false) async throws(ExtensionError) {
        try await elect(.use, bundleIdentifier, isFirst)
    }

    /// Disables an extension for every host of the device.
    ///
    /// The choice applies to all versions of the extension, and is kept when the extension is removed and installed
    /// again. Running requests continue; new ones are refused.
    ///
    /// - Throws: ``ExtensionError/Code/notFound``, ``ExtensionError/Code/brokerUnavailable``.
    public func disable(_ bundleIdentifier: String) async throws(ExtensionError) {
        try await elect(.ignore, bundleIdentifier)
    }

    /// Discards the user's choice for an extension, so that the default of its extension point applies.
    ///
    /// - Throws: ``ExtensionError/Code/notFound`` if the extension is not installed and there is no choice to discard;
    ///   ``ExtensionError/Code/brokerUnavailable``.
    public func reset(_ bundleIdentifier: String) async throws(ExtensionError) {
        try await elect(.default, bundleIdentifier)
    }

    /// Sets the user's choice for an extension.
    ///
    /// - Parameter isFirst: true to list the extension before all others.
    /// - Returns: the installed copies of the extension, the one in use first; empty if none is installed.
    /// - Throws: ``ExtensionError/Code/notFound``, ``ExtensionError/Code/brokerUnavailable``.
    @discardableResult
    package func elect(
        _ election: Election, _ bundleIdentifier: String, _ isFirst: Bool = false
    ) async throws(ExtensionError) -> [ExtensionRecord] {
        let request = BrokerInterface.Elect(identifier: bundleIdentifier, election: election, isFirst: isFirst)
        return try await broker.call(request, once: true).0.elements.map { $0.localized() }
    }
}

extension MatchItem {
    /// Describes an item by what activation rules may depend on.
    init(_ item: NSExtensionItem) {
        self.init(
            attachments: (item.attachments ?? []).map(\.visibleTypeIdentifiers),
            hasText: item.attributedContentText != nil)
    }
}
