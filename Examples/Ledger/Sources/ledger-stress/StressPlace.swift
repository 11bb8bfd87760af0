import LedgerStore
import OpenFoundation

/// Where the writers write.
struct StressPlace: Sendable {
    let folder: URL

    /// The suite of shared defaults.
    static let suiteName = "ledger-stress.values"
    private static let countsName = "ledger-stress.counts"

    var ledger: Ledger {
        Ledger(file: folder.appending(path: "ledger.json"), suiteName: Self.countsName)
    }

    /// The folder of the defaults, which is that of the environment variable `XDG_CONFIG_HOME` for a program that is not an
    /// extension.
    var configuration: URL { folder.appending(path: "configuration") }
}
