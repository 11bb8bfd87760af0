import AppexSigning

/// A signer as it is stored. Nobody is an empty text.
extension Signer {
    static func text(_ signer: Signer?) -> String { signer?.recorded ?? "" }

    /// Reads a signer; an outer nil if the text is not one.
    static func stored(_ text: String) -> Signer?? {
        text.isEmpty ? .some(nil) : Signer(recorded: text).map { .some($0) }
    }

    /// Whether two bundles are of the same maker. Nothing proves that two without signatures are, but nothing distinguishes them
    /// either.
    static func isSameMaker(_ one: Signer?, _ other: Signer?) -> Bool {
        one.map { $0.isSameMaker(as: other) } ?? (other == nil)
    }
}

extension ProgramSeal {
    static func text(_ seal: ProgramSeal?) -> String { seal?.text ?? "" }

    /// Reads a program's seal; an outer nil if the text is not one.
    static func stored(_ text: String) -> ProgramSeal?? {
        text.isEmpty ? .some(nil) : ProgramSeal(text: text).map { .some($0) }
    }
}
