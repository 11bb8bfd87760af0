package import AppexModel
package import AppexProtocol
import OpenFoundation

extension ExtensionHost {
    /// The extensions that are offered, in the order in which to show them: those that the user has put into an order,
    /// then by name. Activation rules are not asked.
    ///
    /// - Parameter point: only those that extend this point, such as `com.apple.services`.
    /// - Throws: ``ExtensionError/Code/brokerUnavailable``.
    public func extensions(at point: String? = nil) async throws(ExtensionError) -> [AppExtensionIdentity] {
        try await extensions(MatchQuery(points: [point].compactMap { $0 }, items: nil))
    }

    /// The extensions whose activation rules allow some items, in the order in which to show them.
    ///
    /// Only the types of the attachments and whether there is a text become known to the broker, and nothing to the
    /// extensions.
    ///
    /// - Parameter point: only those that extend this point, such as `com.apple.share-services`.
    /// - Throws: ``ExtensionError/Code/brokerUnavailable``; ``ExtensionError/Code/refused`` for more than 1,024 items,
    ///   4,096 attachments or 16,384 types of attachments.
    nonisolated(nonsending) public func extensions(
        matching items: [NSExtensionItem], at point: String? = nil
    ) async throws(ExtensionError) -> [AppExtensionIdentity] {
        try await extensions(MatchQuery(points: [point].compactMap { $0 }, items: items.map { MatchItem($0) }))
    }

    /// The same, now and whenever it becomes another: when apps are installed or removed, or the user switches
    /// extensions on or off.
    ///
    /// - Parameter items: what they are at the call counts; nil to ask no activation rule.
    public func updates(
        matching items: [NSExtensionItem]? = nil, at point: String? = nil
    ) -> AppExtensionIdentity.Identities {
        updates(matching: items, at: [point].compactMap { $0 })
    }

    /// The same at several extension points; at all for none.
    func updates(matching items: [NSExtensionItem]?, at points: [String]) -> AppExtensionIdentity.Identities {
        AppExtensionIdentity.Identities(
            broker: broker, query: MatchQuery(points: points, items: items?.map { MatchItem($0) }))
    }

    private func extensions(_ query: MatchQuery) async throws(ExtensionError) -> [AppExtensionIdentity] {
        try await broker.match(query).extensions.map(AppExtensionIdentity.init)
    }

    /// The extension with a bundle identifier, if it is offered.
    ///
    /// - Throws: ``ExtensionError/Code/notFound`` when none is installed, ``ExtensionError/Code/refused`` with the reason
    ///   when one is but is not offered or this host refuses its point, ``ExtensionError/Code/brokerUnavailable``.
    public func `extension`(_ bundleIdentifier: String) async throws(ExtensionError) -> AppExtensionIdentity {
        AppExtensionIdentity(try await broker.find(bundleIdentifier))
    }

    /// Switches an extension on, for every host of the device: for all its versions, and for as long as nobody says
    /// otherwise, even while it is not installed.
    ///
    /// - Parameter isFirst: lists it before all others; otherwise it keeps its place.
    /// - Throws: ``ExtensionError/Code/notFound``, ``ExtensionError/Code/brokerUnavailable``.
    public func enable(_ bundleIdentifier: String, first isFirst: Bool = false) async throws(ExtensionError) {
        try await elect(.use, bundleIdentifier, isFirst)
    }

    /// Switches an extension off in the same way. Requests that run go on; new ones are refused.
    ///
    /// - Throws: ``ExtensionError/Code/notFound``, ``ExtensionError/Code/brokerUnavailable``.
    public func disable(_ bundleIdentifier: String) async throws(ExtensionError) {
        try await elect(.ignore, bundleIdentifier)
    }

    /// Forgets whether an extension was switched on or off, so that the default of its extension point counts.
    ///
    /// - Throws: ``ExtensionError/Code/notFound`` when there is nothing to forget and no such extension,
    ///   ``ExtensionError/Code/brokerUnavailable``.
    public func reset(_ bundleIdentifier: String) async throws(ExtensionError) {
        try await elect(.default, bundleIdentifier)
    }

    /// The same for the command line.
    ///
    /// - Returns: the copies of the extension, the one that is used first; none when none is installed.
    @discardableResult
    package func elect(
        _ election: Election, _ bundleIdentifier: String, _ isFirst: Bool = false
    ) async throws(ExtensionError) -> [ExtensionRecord] {
        let request = BrokerInterface.Elect(identifier: bundleIdentifier, election: election, isFirst: isFirst)
        return try await broker.call(request, once: true).0.elements
    }
}

extension MatchItem {
    /// What becomes known of an item.
    init(_ item: NSExtensionItem) {
        self.init(
            attachments: (item.attachments ?? []).map(\.visibleTypeIdentifiers),
            hasText: item.attributedContentText != nil)
    }
}
