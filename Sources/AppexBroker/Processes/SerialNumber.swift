/// A number that the broker gives to one thing only, for as long as the broker runs.
///
/// Each kind of thing has a type of its own, so that the number of a session cannot be taken for that of a process.
protocol SerialNumber: RawRepresentable<UInt64>, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Creates a number from the one that stands in messages.
    init(rawValue: UInt64)
}

extension SerialNumber {
    var description: String { "\(rawValue)" }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Gives out the numbers of one kind, beginning with 1.
struct Numbering<Number: SerialNumber>: Sendable {
    private var last: UInt64 = 0

    /// A number that was not given out before.
    mutating func next() -> Number {
        last += 1
        return Number(rawValue: last)
    }
}

/// The number of an extension's process. It exists before the process does, unlike the kernel's number.
struct ProcessNumber: SerialNumber { let rawValue: UInt64 }

/// The number of a session: one host's use of a process. Hosts and extensions know sessions by it.
struct SessionNumber: SerialNumber { let rawValue: UInt64 }

/// The number of a client's connection.
struct ClientNumber: SerialNumber { let rawValue: UInt64 }

/// The number of a launcher. When one ends, the next one has another number.
struct LauncherNumber: SerialNumber { let rawValue: UInt64 }

/// The number of one attempt to suspend a process, to which answers and timers of earlier attempts do not belong.
struct SuspensionRound: SerialNumber { let rawValue: UInt64 }

/// The number of a task that waits for a process to start or to end.
struct WaiterNumber: SerialNumber { let rawValue: UInt64 }

/// The number of a process that coordinates its access to files.
struct PeerNumber: SerialNumber { let rawValue: UInt64 }

/// The number of a claim of files. A later claim has a greater one.
struct ClaimNumber: SerialNumber { let rawValue: UInt64 }
