import OpenFoundation

/// What is to be tried.
struct StressPlan: Sendable {
    /// How many processes write at the same time.
    let writers: Int
    let seconds: Int
    /// Whether processes are killed at random instants, and replaced.
    let kills: Bool
    /// Where the ledger is kept afterwards; nil for a temporary folder that is removed.
    let folder: URL?
    /// Determines which process is killed when.
    let seed: UInt64
}
