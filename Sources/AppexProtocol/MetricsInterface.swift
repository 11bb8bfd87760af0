package import AppexWire

extension BrokerInterface {
    /// Asks for what the broker has counted and measured since it started.
    ///
    /// - Direction: client to broker.
    package struct Metrics: WireRequest, EmptyRecord {
        /// All series, each as of now.
        package typealias Reply = WireList<MetricRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x120

        /// Creates the request, which has no fields.
        package init() {}
    }
}

/// One series of a metric: its name and labels, and its value at this moment.
package struct MetricRecord: WireRecord, Sendable, Equatable {
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
    package struct Label: WireRecord, Sendable, Hashable {
        /// The name of the label.
        package var name: String
        /// The value of the label.
        package var value: String

        /// Creates a label.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            name = try field(\.name, .string)
            value = try field(\.value, .string)
        }
    }

    /// How many measurements of a histogram were at most `limit`.
    package struct Bucket: WireRecord, Sendable, Equatable {
        /// The upper limit, inclusive, in the unit of the metric.
        package var limit: Double
        /// The number of measurements up to the limit, those of smaller buckets included.
        package var count: UInt64

        /// Creates a bucket.
        package init(limit: Double, count: UInt64) {
            self.limit = limit
            self.count = count
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            limit = try field(\.limit, .real)
            count = try field(\.count, .u64)
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

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        name = try field(\.name, .string)
        kind = try field(\.kind, .choice("metric kind"))
        labels = try field(\.labels, .list(of: .value(Label.self)))
        value = try field(\.value, .real)
        count = try field(\.count, .u64)
        buckets = try field(\.buckets, .list(of: .value(Bucket.self)))
    }
}
