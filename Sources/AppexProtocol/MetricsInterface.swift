package import AppexWire

extension BrokerInterface {
    /// Asks what the broker has counted and measured since it started.
    ///
    /// - Direction: client to broker.
    package struct Metrics: WireRequest {
        package typealias Reply = WireList<MetricRecord>
        package static let code: UInt16 = 0x120

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }
}

/// One series of numbers: a name and labels, and what they are at this moment.
package struct MetricRecord: WireValue, Sendable, Equatable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// Only grows; begins with 0 when a broker starts.
        case counter
        /// Goes up and down.
        case gauge
        /// How many measurements there were, and how they are spread.
        case histogram
    }

    /// As in `kind="crash"`.
    package struct Label: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// How many measurements were at most so large.
    package struct Bucket: Sendable, Equatable {
        package var limit: Double
        package var count: UInt64

        package init(limit: Double, count: UInt64) {
            self.limit = limit
            self.count = count
        }
    }

    /// With its unit, as in `appex_launch_seconds`.
    package var name: String
    package var kind: Kind
    package var labels: [Label]
    /// Of a histogram, the sum of all measurements.
    package var value: Double
    /// The measurements of a histogram; 0 for others.
    package var count: UInt64
    /// Of a histogram, the smaller limits first. Each counts those before it as well.
    package var buckets: [Bucket]

    package init(
        name: String, kind: Kind, labels: [Label] = [], value: Double, count: UInt64 = 0, buckets: [Bucket] = []
    ) {
        self.name = name
        self.kind = kind
        self.labels = labels
        self.value = value
        self.count = count
        self.buckets = buckets
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(name)
        encoder.integer(kind.rawValue)
        try encoder.list(labels) { (encoder, label) throws(WireError) in
            try encoder.string(label.name)
            try encoder.string(label.value)
        }
        encoder.real(value)
        encoder.integer(count)
        try encoder.list(buckets) { (encoder, bucket) throws(WireError) in
            encoder.real(bucket.limit)
            encoder.integer(bucket.count)
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        name = try decoder.string()
        let raw = try decoder.integer(UInt8.self)
        guard let kind = Kind(rawValue: raw) else { throw .malformed("metric kind \(raw)") }
        self.kind = kind
        labels = try decoder.list { (decoder) throws(WireError) in Label(try decoder.string(), try decoder.string()) }
        value = try decoder.real()
        count = try decoder.integer()
        buckets = try decoder.list { (decoder) throws(WireError) in
            Bucket(limit: try decoder.real(), count: try decoder.integer())
        }
    }
}
