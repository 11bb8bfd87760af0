package import AppexModel

/// What a process has used over its life: a bounded number of samples. They lie further apart the longer the process lives.
package struct UsageCurve: Sendable {
    /// The samples, the oldest first; at most ``limit``.
    package private(set) var samples: [ExtensionReport.Sample] = []
    /// Seconds between samples that are kept.
    private var spacing = 0.0

    /// Samples that are kept.
    package static let limit = 64

    /// A curve without samples.
    package init() {}

    /// Takes a sample; one that comes too soon after the last takes its place when the next one comes.
    package mutating func append(_ sample: ExtensionReport.Sample) {
        if let last = samples.last, samples.count > 1, last.time - samples[samples.count - 2].time < spacing {
            samples[samples.count - 1] = sample
        } else {
            samples.append(sample)
        }
        guard samples.count > Self.limit else { return }
        // Every second one goes, from the last but one backwards, so that first and last stay.
        let newest = samples.count - 1
        samples = samples.indices.filter { $0 == 0 || ($0 - newest).isMultiple(of: 2) }.map { samples[$0] }
        let life = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
        spacing = life / Double(Self.limit)
    }
}
