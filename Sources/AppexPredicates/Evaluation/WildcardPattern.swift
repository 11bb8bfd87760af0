/// A pattern of `LIKE`: `?` matches one character, `*` matches any number, and a backslash makes the next character
/// literal.
struct WildcardPattern {
    private enum Part {
        case scalar(Unicode.Scalar)
        case one
        case any
    }

    private var parts: [Part] = []

    init(_ pattern: String) {
        var scalars = pattern.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "?": parts.append(.one)
            case "*": parts.append(.any)
            case "\\": parts.append(.scalar(scalars.next() ?? scalar))
            default: parts.append(.scalar(scalar))
            }
        }
    }

    /// Whether the pattern matches the whole text.
    ///
    /// Only the last `*` that was met is retried, so the time is bounded by the product of the two lengths.
    ///
    /// - Parameter spend: called with the number of characters that are about to be compared.
    func matches(
        _ text: String, spend: (Int) throws(EvaluationError) -> Void
    ) throws(EvaluationError) -> Bool {
        let text = Array(text.unicodeScalars)
        var (place, part) = (0, 0)
        /// Where to continue after a mismatch: after the last `*`, with one more character assigned to it.
        var retry: (place: Int, part: Int)?
        while place < text.count {
            if part < parts.count {
                switch parts[part] {
                case .any:
                    retry = (place, part + 1)
                    part += 1
                    continue
                case .scalar(let scalar) where scalar != text[place]: break
                case .scalar, .one:
                    place += 1
                    part += 1
                    continue
                }
            }
            guard let last = retry else { return false }
            try spend(place - last.place)
            retry = (last.place + 1, last.part)
            (place, part) = (last.place + 1, last.part)
        }
        return parts[part...].allSatisfy { if case .any = $0 { true } else { false } }
    }
}
