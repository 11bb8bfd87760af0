import AppexSigning

/// A signer as it is stored: the fingerprint, a space, and the name. Nobody is an empty text.
extension Signer {
    static func text(_ signer: Signer?) -> String { signer.map { "\($0.fingerprint) \($0.name)" } ?? "" }

    /// Reads a signer; an outer nil if the text is not one.
    static func stored(_ text: String) -> Signer?? {
        if text.isEmpty { return .some(nil) }
        guard let space = text.firstIndex(of: " "), FileDigest(hexadecimal: text[..<space].utf8) != nil else {
            return nil
        }
        return Signer(name: String(text[text.index(after: space)...]), fingerprint: String(text[..<space]))
    }
}

extension ProgramSeal {
    static func text(_ seal: ProgramSeal?) -> String { seal?.text ?? "" }

    /// Reads a program's seal; an outer nil if the text is not one.
    static func stored(_ text: String) -> ProgramSeal?? {
        text.isEmpty ? .some(nil) : ProgramSeal(text: text).map { .some($0) }
    }
}
