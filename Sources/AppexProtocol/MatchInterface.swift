package import AppexWire

/// The bounds of a query. One that exceeds a bound counts as malformed.
package enum MatchLimits {
    /// Items of one query.
    package static let items = 1_024
    /// Attachments of all items together; rules are evaluated for each of them.
    package static let attachments = 4_096
    /// Types of one attachment. An ordinary attachment has two or three.
    package static let types = 64
    /// Types of all attachments together: room for three types each, as an ordinary attachment has, and more. Rules are
    /// evaluated with one bit for each.
    package static let allTypes = 16_384
    /// Bytes of one type identifier.
    package static let typeBytes = 1_024
    /// Extension points of one query.
    package static let points = 64
    /// Unanswered ``BrokerInterface/Watch`` requests of one client.
    package static let watches = 64
}

/// What a client tells about one item when it looks for extensions: types, never content.
package struct MatchItem: WireRecord, Sendable, Hashable {
    /// The registered type identifiers of each attachment, in order of fidelity.
    package var attachments: [[String]]
    /// Whether the item has a text.
    package var hasText: Bool

    /// Creates a description of an item. Bounds are checked when it is encoded.
    package init(attachments: [[String]], hasText: Bool) {
        self.attachments = attachments
        self.hasText = hasText
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        attachments = try field(
            \.attachments,
            .list(
                of: .list(
                    of: .string(atMost: MatchLimits.typeBytes, "a type identifier"),
                    atMost: MatchLimits.types, "the types of an attachment"),
                atMost: MatchLimits.attachments, "the attachments of an item"))
        hasText = try field(\.hasText, .boolean)
    }
}

/// Which extensions a client is looking for.
package struct MatchQuery: WireRecord, Sendable, Hashable {
    /// The extension points to search; empty for all.
    package var points: [String]
    /// The items that the activation rules have to accept; nil to evaluate no rule.
    package var items: [MatchItem]?

    /// Creates a query. Bounds are checked when it is encoded.
    package init(points: [String], items: [MatchItem]?) {
        self.points = points
        self.items = items
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        points = try field(\.points, .list(of: .string, atMost: MatchLimits.points, "the points"))
        items = try field(
            \.items, .optional(.list(of: .value(MatchItem.self), atMost: MatchLimits.items, "the items")))
        // In both directions: what the broker would refuse is refused here, where the caller can be told.
        try Self.checkTotals(items)
    }

    private static func checkTotals(_ items: [MatchItem]?) throws(WireError) {
        let attachments = (items ?? []).flatMap(\.attachments)
        guard attachments.count <= MatchLimits.attachments else {
            throw .tooLarge("the attachments of all items", limit: MatchLimits.attachments)
        }
        guard attachments.reduce(0, { $0 + $1.count }) <= MatchLimits.allTypes else {
            throw .tooLarge("the types of all attachments", limit: MatchLimits.allTypes)
        }
    }
}

extension BrokerInterface {
    /// Asks which extensions are offered for a query.
    ///
    /// - Direction: client to broker. The broker checks the bounds of ``MatchLimits``; an unknown extension point
    ///   matches nothing.
    package struct Match: WireRequest, WireRecord {
        /// The extensions that are offered now.
        package typealias Reply = MatchAnswer
        /// The message code on the wire.
        package static let code: UInt16 = 0x10B
        /// Which extensions the client is looking for.
        package var query: MatchQuery

        /// Creates a request.
        package init(_ query: MatchQuery) { self.query = query }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            query = try field(\.query, .value(MatchQuery.self))
        }
    }

    /// Long poll: answers ``query`` as soon as the answer's fingerprint differs from ``known``, at once or after an
    /// install, uninstall or election.
    ///
    /// The client asks again after each answer. It therefore misses no change, however slow it is or how often the
    /// broker restarts, and receives nothing that it did not ask for.
    ///
    /// - Direction: client to broker. The broker refuses a client's requests beyond ``MatchLimits/watches``. A request
    ///   is withdrawn with *cancel*.
    package struct Watch: WireRequest, WireRecord {
        /// The extensions that are offered now.
        package typealias Reply = MatchAnswer
        /// The message code on the wire.
        package static let code: UInt16 = 0x10C
        /// Which extensions the client is looking for.
        package var query: MatchQuery
        /// The ``MatchAnswer/fingerprint`` of the answer that the client has; any number if it has none.
        package var known: UInt64

        /// Creates a request.
        package init(_ query: MatchQuery, known: UInt64) {
            self.query = query
            self.known = known
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            query = try field(\.query, .value(MatchQuery.self))
            known = try field(\.known, .u64)
        }
    }
}

/// The extensions that are offered for a query, in the order in which to show them.
package struct MatchAnswer: WireRecord, Sendable, Hashable {
    /// Distinguishes this answer from other answers of the same broker process. Another broker process gives the same
    /// answer a different fingerprint.
    package var fingerprint: UInt64
    /// The extensions, each as the copy that is offered.
    package var extensions: [ExtensionRecord]

    /// Creates an answer.
    package init(fingerprint: UInt64, extensions: [ExtensionRecord]) {
        self.fingerprint = fingerprint
        self.extensions = extensions
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        fingerprint = try field(\.fingerprint, .u64)
        extensions = try field(\.extensions, .list(of: .value(ExtensionRecord.self)))
    }
}
