import AppexModel

extension RuntimeIdentifier {
    /// The text in the registry; empty for a bundle with a program of its own.
    static func text(_ runtime: RuntimeIdentifier?) -> String { runtime?.rawValue ?? "" }

    /// Reads the text in the registry; nil if it is not one.
    static func stored(_ text: String) -> RuntimeIdentifier?? {
        guard !text.isEmpty else { return .some(nil) }
        guard let runtime = RuntimeIdentifier(rawValue: text) else { return nil }
        return .some(runtime)
    }
}
