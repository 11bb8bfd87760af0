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
package struct MatchItem: WireValue, Sendable, Hashable {
    /// The registered type identifiers of each attachment, in order of fidelity.
    package var attachments: [[String]]
    /// Whether the item has a text.
    package var hasText: Bool

    /// Creates a description of an item. Bounds are checked when it is encoded.
    package init(attachments: [[String]], hasText: Bool) {
        self.attachments = attachments
        self.hasText = hasText
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.bounded(attachments, "the attachments of an item", MatchLimits.attachments) {
            (encoder, types) throws(WireError) in
            try encoder.bounded(types, "the types of an attachment", MatchLimits.types) {
                (encoder, type) throws(WireError) in
                guard type.utf8.count <= MatchLimits.typeBytes else {
                    throw .tooLarge("a type identifier", limit: MatchLimits.typeBytes)
                }
                try encoder.string(type)
            }
        }
        encoder.boolean(hasText)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        attachments = try decoder.bounded("the attachments of an item", MatchLimits.attachments) {
            (decoder) throws(WireError) in
            try decoder.bounded("the types of an attachment", MatchLimits.types) { (decoder) throws(WireError) in
                let type = try decoder.string()
                guard type.utf8.count <= MatchLimits.typeBytes else {
                    throw .tooLarge("a type identifier", limit: MatchLimits.typeBytes)
                }
                return type
            }
        }
        hasText = try decoder.boolean()
    }
}

/// Which extensions a client is looking for.
package struct MatchQuery: WireValue, Sendable, Hashable {
    /// The extension points to search; empty for all.
    package var points: [String]
    /// The items that the activation rules have to accept; nil to evaluate no rule.
    package var items: [MatchItem]?

    /// Creates a query. Bounds are checked when it is encoded.
    package init(points: [String], items: [MatchItem]?) {
        self.points = points
        self.items = items
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.bounded(points, "the points", MatchLimits.points) { (encoder, point) throws(WireError) in
            try encoder.string(point)
        }
        try Self.checkTotals(items)
        try encoder.optional(items) { (encoder, items) throws(WireError) in
            try encoder.bounded(items, "the items", MatchLimits.items) { (encoder, item) throws(WireError) in
                try encoder.value(item)
            }
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        points = try decoder.bounded("the points", MatchLimits.points) { (decoder) throws(WireError) in
            try decoder.string()
        }
        items = try decoder.optional { (decoder) throws(WireError) in
            try decoder.bounded("the items", MatchLimits.items) { (decoder) throws(WireError) in
                try MatchItem(from: &decoder)
            }
        }
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
    package struct Match: WireRequest {
        /// The extensions that are offered now.
        package typealias Reply = MatchAnswer
        /// The message code on the wire.
        package static let code: UInt16 = 0x10B
        /// Which extensions the client is looking for.
        package var query: MatchQuery

        /// Creates a request.
        package init(_ query: MatchQuery) { self.query = query }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.value(query) }
        package init(from decoder: inout WireDecoder) throws(WireError) { query = try MatchQuery(from: &decoder) }
    }

    /// Long poll: answers ``query`` as soon as the answer's fingerprint differs from ``known``, at once or after an
    /// install, uninstall or election.
    ///
    /// The client asks again after each answer. It therefore misses no change, however slow it is or how often the
    /// broker restarts, and receives nothing that it did not ask for.
    ///
    /// - Direction: client to broker. The broker refuses a client's requests beyond ``MatchLimits/watches``. A request
    ///   is withdrawn with *cancel*.
    package struct Watch: WireRequest {
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

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.value(query)
            encoder.integer(known)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            query = try MatchQuery(from: &decoder)
            known = try decoder.integer()
        }
    }
}

/// The extensions that are offered for a query, in the order in which to show them.
package struct MatchAnswer: WireValue, Sendable, Hashable {
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

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(fingerprint)
        try encoder.list(extensions) { (encoder, record) throws(WireError) in try encoder.value(record) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        fingerprint = try decoder.integer()
        extensions = try decoder.list { (decoder) throws(WireError) in try ExtensionRecord(from: &decoder) }
    }
}

extension WireEncoder {
    /// Encodes a list that has a smaller bound than lists in general.
    ///
    /// - Throws: `WireError.tooLarge` if there are more than `limit` elements.
    mutating func bounded<Element>(
        _ values: [Element], _ what: String, _ limit: Int,
        _ body: (inout WireEncoder, Element) throws(WireError) -> Void
    ) throws(WireError) {
        guard values.count <= limit else { throw .tooLarge(what, limit: limit) }
        try list(values, body)
    }
}

extension WireDecoder {
    /// Decodes a list that has a smaller bound than lists in general.
    ///
    /// - Throws: `WireError.tooLarge` at the element after `limit`, which is not decoded.
    mutating func bounded<Element>(
        _ what: String, _ limit: Int, _ body: (inout WireDecoder) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        var count = 0
        return try list { (decoder) throws(WireError) in
            count += 1
            guard count <= limit else { throw .tooLarge(what, limit: limit) }
            return try body(&decoder)
        }
    }
}
