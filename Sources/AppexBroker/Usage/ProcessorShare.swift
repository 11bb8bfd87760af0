import AppexSystem
import Glibc
import SystemPackage

/// Makes an extension that computes without a break give way to the others.
///
/// Each extension is a session of its own, and where the kernel groups processes by session (autogroup) or by control
/// groups, each gets an equal share however many threads it has. What remains is to lower the share of one that takes
/// all it can get, so that its neighbours are served at once.
enum ProcessorShare {
    /// The share of one processor over which a process counts as one that takes all it can get.
    static let greedy = 0.7
    /// How long it has to take so much before its share is lowered.
    static let patience = Duration.milliseconds(300)
    private static let niceness: CInt = 15
    private static let weight: (low: UInt64, usual: UInt64) = (5, 100)

    /// Lowers or restores the share of a process.
    ///
    /// - Returns: false where that is not possible, or not now: the kernel takes such changes of an ordinary user ten
    ///   times a second.
    static func lower(_ isLow: Bool, of pid: Int32, _ group: ControlGroup?) -> Bool {
        if group?.share(weight: isLow ? weight.low : weight.usual) == true { return true }
        let text = isLow ? "\(niceness)" : "0"
        return (try? SystemFile.write(text, to: FilePath("/proc/\(pid)/autogroup"))) != nil
    }
}
