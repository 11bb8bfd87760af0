import AppexModel

/// Something in an app or a package that is probably not what its author wants, and does not prevent an installation.
struct Mistake: Equatable {
    /// How a mistake is reported.
    enum Severity: Equatable {
        /// `appex check`, `bundle`, `dev` and `install` warn of it.
        case warning
        /// `appex check` says it, and it never counts as a failure.
        case note
        /// Apple's stores reject it. `appex check --strict` warns of it.
        case store
    }

    let severity: Severity
    /// The file that contains the mistake; empty for the whole app.
    let file: String
    let sentence: String

    /// The file and the sentence.
    var text: String { file.isEmpty ? sentence : "\(file): \(sentence)" }
}

extension [Mistake] {
    /// The texts of the mistakes of one severity, without repetitions.
    func texts(_ severity: Mistake.Severity) -> [String] {
        var seen: Set<String> = []
        return filter { $0.severity == severity }.map(\.text).filter { seen.insert($0).inserted }
    }
}
