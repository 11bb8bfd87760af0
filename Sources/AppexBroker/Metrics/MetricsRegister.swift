import AppexProtocol
import CoreMetrics
import Synchronization

/// The counters and measurements of the broker, in memory, for clients that request them.
///
/// Series are never removed, so their number is bounded; what would be one more is counted nowhere.
final class MetricsRegister: MetricsFactory {
    private struct Key: Hashable {
        var name: String
        var labels: [MetricRecord.Label]
    }

    private let series = Mutex<[Key: MetricSeries]>([:])

    /// Far more than the broker has: names and labels are its own words, not those of extensions.
    static let limit = 256

    /// All series, by name and labels.
    var records: [MetricRecord] {
        series.withLock { Array($0.values) }.map(\.record).sorted {
            ($0.name, $0.labels.map(\.value).joined()) < ($1.name, $1.labels.map(\.value).joined())
        }
    }

    /// - Returns: nil when there are too many, or one of this name and labels is of another kind.
    private func series(
        _ name: String, _ dimensions: [(String, String)], _ kind: MetricRecord.Kind
    ) -> MetricSeries? {
        let key = Key(name: name, labels: dimensions.map { MetricRecord.Label($0.0, $0.1) })
        return series.withLock { series in
            if let known = series[key] { return known.kind == kind ? known : nil }
            guard series.count < Self.limit else { return nil }
            let new = MetricSeries(name: name, labels: key.labels, kind: kind)
            series[key] = new
            return new
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) ?? NOOPMetricsHandler.instance
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) ?? NOOPMetricsHandler.instance
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, dimensions, aggregate ? .histogram : .gauge) ?? NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) ?? NOOPMetricsHandler.instance
    }

    // A series stays for those who ask, also when nobody counts on.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// One series of numbers.
private final class MetricSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    private struct State {
        var value = 0.0
        var count: UInt64 = 0
        /// By ``limits``, each without those before it; what is larger than all is in none.
        var buckets = [UInt64](repeating: 0, count: MetricSeries.limits.count)
    }

    let kind: MetricRecord.Kind
    private let name: String
    private let labels: [MetricRecord.Label]
    private let state = Mutex(State())

    /// Seconds: what is measured are steps that take from under a millisecond to the longest deadline.
    private static let limits = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]

    init(name: String, labels: [MetricRecord.Label], kind: MetricRecord.Kind) {
        self.name = name
        self.labels = labels
        self.kind = kind
    }

    var record: MetricRecord {
        let state = state.withLock { $0 }
        var below: UInt64 = 0
        let buckets = zip(Self.limits, state.buckets).map { limit, count in
            below += count
            return MetricRecord.Bucket(limit: limit, count: below)
        }
        return MetricRecord(
            name: name, kind: kind, labels: labels, value: state.value, count: state.count,
            buckets: kind == .histogram ? buckets : [])
    }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func reset() { state.withLock { $0 = State() } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard kind == .histogram else { return set(value) }
        state.withLock { state in
            state.value += value
            state.count += 1
            if let place = Self.limits.firstIndex(where: { value <= $0 }) { state.buckets[place] += 1 }
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
