/// Something that is measured, in a file of its own. A case measures ours and the floor by turns, so
/// that a noisy machine is as noisy to both.
protocol Case: Sendable {
    /// The word that chooses it on the command line.
    static var name: String { get }

    /// - Throws: ``BenchmarkError`` when it cannot be measured here.
    static func measure() async throws -> [Measurement]
}

/// Every case, in the order in which they run.
let allCases: [any Case.Type] = [
    RoundTrip.self, SmallLoad.self, ManyLoads.self, Attachments.self, HandOver.self, ColdLaunch.self, ParkedLaunch.self,
    Death.self, IdleMemory.self, ManyExtensions.self, NoisyNeighbour.self, HostileExtension.self, PredicateRule.self,
    Match.self,
    OpenRegistry.self, Installation.self, Applications.self, ViewPress.self, FirstView.self, StoryboardView.self,
    Browser.self,
    WebPages.self, PhotoEditing.self, Decoding.self, SharedDefaults.self, Coordination.self,
]

/// Why a case could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
