import AppexModel
import AppexProtocol
import OpenExtensionKit

/// The state of an extension after it was enabled, disabled or reset.
struct ElectionReport {
    private let identifier: String
    private let election: Election
    /// Its copies, the one in use first; empty if it is not installed.
    private let copies: [ExtensionRecord]

    /// Makes the choice.
    init(_ election: Election, _ identifier: String, first: Bool = false) async throws {
        self.identifier = identifier
        self.election = election
        copies = try await changingDevice { try await ExtensionHost().elect(election, identifier, first) }
    }

    private struct Listing: Encodable {
        let identifier: String
        let election: String
        let extensions: [ExtensionListing]
    }

    func print(json: Bool) throws {
        if json {
            return try Console.print(
                Listing(
                    identifier: identifier, election: election.rawValue, extensions: copies.map(ExtensionListing.init)))
        }
        Console.say(Console.tame(sentence))
    }

    private var sentence: String {
        guard let used = copies.first else {
            return "\(identifier) is not installed; the choice for it has been removed."
        }
        let source = election == .default ? " by default" : ""
        switch used.standing {
        case .offered: return "\(used.displayName) (\(identifier)) is offered at \(used.point)\(source)."
        case .off: return "\(used.displayName) (\(identifier)) is not offered\(source)."
        case .superseded, .incompatible:
            return
                "\(used.displayName) (\(identifier)) is not offered: it needs the system version \(used.minimumSystem)."
        }
    }
}
