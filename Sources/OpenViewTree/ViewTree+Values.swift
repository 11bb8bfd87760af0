extension ViewTree {
    /// Returns the value as it may be shown.
    ///
    /// - Throws: when the value has the wrong type or is out of range.
    func checked(
        _ value: ViewValue?, _ attribute: ViewAttribute, _ images: (UInt32) -> Bool
    ) throws(ViewTreeError) -> ViewValue? {
        guard let value else { return nil }
        switch (ViewSchema.domain(of: attribute), value) {
        case (.flag, .flag), (.color, .color): return value
        case (.integer(let range), .integer(let number)) where range.contains(number): return value
        case (.number(let range), .number(let number)) where range.contains(number): return value
        case (.choice(let names), .choice(let number)) where number < names.count: return value
        case (.text(let limit), .text(let text)): return .text(try cleaned(text, limit))
        case (.list(let limit), .list(let texts)):
            guard texts.count <= ViewLimits.listElements else {
                throw .tooLarge("entries of a list", limit: ViewLimits.listElements)
            }
            var result: [String] = []
            for text in texts { result.append(try cleaned(text, limit)) }
            return .list(result)
        case (.insets, .insets(let insets)):
            let range = -ViewLimits.length...ViewLimits.length
            let edges = [insets.top, insets.leading, insets.bottom, insets.trailing]
            guard edges.allSatisfy(range.contains) else { throw .wrongValue(attribute) }
            return value
        case (.runs, .runs(let runs)):
            guard runs.count <= ViewLimits.runs else { throw .tooLarge("runs of a text", limit: ViewLimits.runs) }
            guard runs.allSatisfy({ TextRun.Style.all.isSuperset(of: $0.style) }) else { throw .wrongValue(attribute) }
            return value
        case (.image, .image(let id)):
            guard images(id) else { throw .unknownImage(id) }
            return value
        default: throw .wrongValue(attribute)
        }
    }

    private func cleaned(_ text: String, _ limit: Int) throws(ViewTreeError) -> String {
        guard text.utf8.count <= limit else { throw .tooLarge("bytes of a text", limit: limit) }
        return ViewText.cleaned(text)
    }

    /// The number of bytes that a value counts towards ``ViewLimits/treeTextBytes``.
    package static func bytes(of value: ViewValue?) -> Int {
        switch value {
        case .text(let text): text.utf8.count
        case .list(let texts): texts.reduce(0) { $0 + $1.utf8.count }
        case .runs(let runs): runs.count * 8
        default: 0
        }
    }
}

extension ViewOperation {
    /// What the operation counts towards ``ViewLimits/operationsPerSecond``: one, and one more for every 64 bytes of
    /// text.
    package var weight: Int {
        if case .set(_, _, let value) = self { return 1 + ViewTree.bytes(of: value) / 64 }
        return 1
    }
}
