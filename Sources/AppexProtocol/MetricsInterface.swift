package import AppexWire

extension BrokerInterface {
    /// Asks for what the broker has counted and measured since it started.
    ///
    /// - Direction: client to broker.
    package struct Metrics: WireRequest {
        /// All series, each as of now.
        package typealias Reply = WireList<MetricRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x120

        /// Creates the request, which has no fields.
        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }
}

/// One series of a metric: its name and labels, and its value at this moment.
package struct MetricRecord: WireValue, Sendable, Equatable {
    /// How the value behaves over time.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// Only increases, from 0 when the broker starts.
        case counter
        /// Increases and decreases.
        case gauge
        /// Counts measurements and shows how they are distributed.
        case histogram
    }

    /// A label such as `kind="crash"`, which tells a series from others of its name.
    package struct Label: Sendable, Hashable {
        /// The name of the label.
        package var name: String
        /// The value of the label.
        package var value: String

        /// Creates a label.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// How many measurements of a histogram were at most `limit`.
    package struct Bucket: Sendable, Equatable {
        /// The upper limit, inclusive, in the unit of the metric.
        package var limit: Double
        /// The number of measurements up to the limit, those of smaller buckets included.
        package var count: UInt64

        /// Creates a bucket.
        package init(limit: Double, count: UInt64) {
            self.limit = limit
            self.count = count
        }
    }

    /// The name of the metric, with its unit, such as `appex_launch_seconds`.
    package var name: String
    /// How the value behaves over time.
    package var kind: Kind
    /// The labels of this series.
    package var labels: [Label]
    /// The value; for a histogram, the sum of all measurements.
    package var value: Double
    /// The number of measurements of a histogram; 0 for other kinds.
    package var count: UInt64
    /// The buckets of a histogram, by ascending limit; empty for other kinds.
    package var buckets: [Bucket]

    /// Creates a record.
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
