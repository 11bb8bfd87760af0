import LedgerStore
import OpenFoundation

/// What was tried, what was acknowledged, and what is lost of it.
struct StressReport {
    private let plan: StressPlan
    private let place: StressPlace
    /// How long the processes have been writing.
    var elapsed = Duration.zero
    /// How many processes were killed.
    var kills = 0
    /// What is wrong, as sentences without their full stops. Empty if nothing is.
    var failures: [String] = []
    /// The acknowledged entries: author and text.
    private var acknowledged: [UUID: (author: String, text: String)] = [:]
    /// The last acknowledged value of each author.
    private var values: [String: Int] = [:]
    private var entryCount = 0

    init(_ plan: StressPlan, _ place: StressPlace) {
        self.plan = plan
        self.place = place
    }

    /// Takes what a process has acknowledged.
    mutating func take(_ said: [Acknowledgement], of author: String) {
        for acknowledgement in said {
            switch acknowledgement {
            case .entry(let id, let number): acknowledged[id] = (author, "\(number)")
            case .value(let number): values[author] = number
            }
        }
    }

    /// Compares what was acknowledged with what is there.
    mutating func check() {
        do {
            check(try place.ledger.entries())
        } catch {
            failures.append("the ledger cannot be read: \(error.localizedDescription)")
        }
        let defaults = UserDefaults(suiteName: StressPlace.suiteName)
        for (author, value) in values {
            // A value that a process wrote before it was killed can be there without having been acknowledged.
            let stored = defaults?.object(forKey: author) as? Int
            guard let stored, (value...value + 1).contains(stored) else {
                failures.append("the value of \(author) is \(stored.map(String.init) ?? "lost"), not \(value)")
                continue
            }
        }
        if acknowledged.isEmpty { failures.append("nothing was written") }
    }

    private mutating func check(_ entries: [Entry]) {
        entryCount = entries.count
        var seen: [UUID: Entry] = [:]
        for (index, entry) in entries.enumerated() {
            if seen.updateValue(entry, forKey: entry.id) != nil {
                failures.append("the entry \(entry.id) is there twice")
            }
            if entry.number != index + 1 { failures.append("the entry \(index + 1) has the number \(entry.number)") }
        }
        for (id, expected) in acknowledged {
            guard let entry = seen[id] else {
                failures.append("the entry \(expected.text) of \(expected.author) is lost")
                continue
            }
            if entry.author != expected.author || entry.text != expected.text {
                failures.append("the entry \(expected.text) of \(expected.author) has been changed")
            }
        }
    }

    /// What was tried and how it went.
    var summary: String {
        let rate = Double(acknowledged.count) / max(elapsed / .seconds(1), 0.001)
        let tried = """
            \(plan.writers) writers, \(Int((elapsed / .seconds(1)).rounded())) seconds, \(acknowledged.count) entries acknowledged (\(entryCount) in \
            the ledger), \(values.count) keys of defaults, \(kills) kills, seed \(plan.seed), \
            \(rate.formatted(.number.precision(.fractionLength(1)))) entries per second
            """
        guard !failures.isEmpty else { return tried + "\nNothing is lost." }
        let shown = failures.prefix(20).map { "FAILURE: \($0).\n" }.joined()
        return "\(tried)\n\(shown)\(failures.count) failures; the files are in \(place.folder.path)."
    }
}
