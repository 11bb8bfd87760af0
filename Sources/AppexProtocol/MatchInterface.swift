package import AppexWire

/// The bounds of a question about extensions.
package enum MatchLimits {
    /// Items of one share.
    package static let items = 1_024
    /// Attachments of all items together. A rule is asked about each of them.
    package static let attachments = 4_096
    /// Types of one attachment. An ordinary one has two or three.
    package static let types = 64
    /// Types of all attachments together: the three of an ordinary attachment for more than all there may be. Rules are
    /// evaluated with one bit for each.
    package static let allTypes = 16_384
    /// Bytes of a type identifier, the most that counts as one.
    package static let typeBytes = 1_024
    /// Extension points of one question.
    package static let points = 64
    /// Questions of one client that wait for another answer.
    package static let watches = 64
}

/// What is known of one item when extensions are sought for it: types, never content.
package struct MatchItem: WireValue, Sendable, Hashable {
    /// For each attachment its registered types, in order of fidelity.
    package var attachments: [[String]]
    /// Whether it has a text.
    package var hasText: Bool

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

/// Which extensions a client wants to know.
package struct MatchQuery: WireValue, Sendable, Hashable {
    /// The points of which they have to extend one; none means any.
    package var points: [String]
    /// The items that their activation rules have to allow; nil to ask no rule.
    package var items: [MatchItem]?

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
    /// Asks which extensions are offered.
    package struct Match: WireRequest {
        package typealias Reply = MatchAnswer
        package static let code: UInt16 = 0x10B
        package var query: MatchQuery

        package init(_ query: MatchQuery) { self.query = query }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.value(query) }
        package init(from decoder: inout WireDecoder) throws(WireError) { query = try MatchQuery(from: &decoder) }
    }

    /// Asks the same and gets the answer when it is another than the one that is known: at once, or after an install, an
    /// uninstall or an election that makes a difference.
    ///
    /// So no change is lost however a client is late or the broker restarted, and a client that does not ask is not told.
    package struct Watch: WireRequest {
        package typealias Reply = MatchAnswer
        package static let code: UInt16 = 0x10C
        package var query: MatchQuery
        /// The ``MatchAnswer/fingerprint`` of the answer that is known.
        package var known: UInt64

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

/// The extensions that are offered, in the order in which to show them.
package struct MatchAnswer: WireValue, Sendable, Hashable {
    /// Tells this answer from others of the same broker. Another broker gives the same answer another one.
    package var fingerprint: UInt64
    package var extensions: [ExtensionRecord]

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
    /// A list that is shorter than lists in general may be.
    mutating func bounded<Element>(
        _ values: [Element], _ what: String, _ limit: Int,
        _ body: (inout WireEncoder, Element) throws(WireError) -> Void
    ) throws(WireError) {
        guard values.count <= limit else { throw .tooLarge(what, limit: limit) }
        try list(values, body)
    }
}

extension WireDecoder {
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
