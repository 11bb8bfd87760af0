/// A version such as `2.10.1`, ordered as Apple's systems order the versions of bundles.
///
/// Components are compared in order as numbers of any length, and a missing component counts as 0, so that
/// 1.9 < 1.10 = 1.10.0. Letters after a number denote a stage before the release, as in 1.0b2 < 1.0b10 < 1.0. Every text
/// is a version: characters that are neither a number nor a stage are ignored.
package struct DottedVersion: Sendable, Hashable {
    private struct Component: Sendable, Hashable {
        /// Digits without leading zeros; empty for 0.
        var number: Substring
        /// Empty for a release.
        var stage: Substring
        var stageNumber: Substring

        static let zero = Component(number: "", stage: "", stageNumber: "")
    }

    /// Without zeros at the end.
    private let components: [Component]

    /// Parses a version. Every text is accepted.
    package init(_ text: String) {
        var components = text.parts(at: ".", keepsEmpty: true).map(Self.component)
        while components.last == .zero { components.removeLast() }
        self.components = components
    }

    private static func component(_ text: Substring) -> Component {
        var rest = text
        let number = number(&rest)
        let stage = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(stage.count)
        return Component(number: number, stage: stage, stageNumber: Self.number(&rest))
    }

    private static func number(_ rest: inout Substring) -> Substring {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits.drop { $0 == "0" }
    }
}

extension DottedVersion: Comparable {
    /// Whether `left` is the earlier version.
    package static func < (left: DottedVersion, right: DottedVersion) -> Bool {
        for index in 0..<max(left.components.count, right.components.count) {
            let one = index < left.components.count ? left.components[index] : .zero
            let other = index < right.components.count ? right.components[index] : .zero
            if one != other { return precedes(one, other) }
        }
        return false
    }

    private static func precedes(_ left: Component, _ right: Component) -> Bool {
        if left.number != right.number { return isLess(left.number, right.number) }
        if left.stage != right.stage { return right.stage.isEmpty || (!left.stage.isEmpty && left.stage < right.stage) }
        return isLess(left.stageNumber, right.stageNumber)
    }

    /// Compares digits without leading zeros: of two numbers the longer one is the greater.
    private static func isLess(_ left: Substring, _ right: Substring) -> Bool {
        (left.utf8.count, left) < (right.utf8.count, right)
    }
}
