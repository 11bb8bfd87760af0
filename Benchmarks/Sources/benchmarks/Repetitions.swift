import Glibc

/// How often a case repeats what it measures.
enum Repetitions {
    /// The environment variable that shortens every case, also in processes that a case starts.
    static let variable = "APPEX_BENCH_ONCE"

    /// Whether every case runs in a short form, which shows that it can be measured, and not how fast anything is.
    static let areFew = getenv(variable) != nil

    /// - Parameter usual: the number of repetitions whose median can be compared with that of another run.
    /// - Returns: `usual`, or 2 in the short form.
    static func of(_ usual: Int) -> Int { areFew ? min(usual, 2) : usual }
}
