import OpenViewTree

/// What somebody is told of a view who does not see it.
struct Accessibility {
    var label: String?
    var hint: String?
    var value: String?
    var identifier: String?
    var traits: UIAccessibilityTraits = .none
    var isHidden = false

    func describe(_ node: inout NodeAttributes) {
        node.set(.accessibilityLabel, label)
        node.set(.accessibilityHint, hint)
        node.set(.accessibilityValue, value)
        node.set(.accessibilityIdentifier, identifier)
        if !traits.isEmpty { node.set(.accessibilityTraits, Int(traits.viewTraits.rawValue)) }
        if isHidden { node.set(.isAccessibilityHidden, true) }
    }
}

/// What a view is to somebody who does not see it.
///
/// Source: https://developer.apple.com/documentation/uikit/uiaccessibilitytraits
public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let none: Self = []
    public static let button = Self(rawValue: 1)
    public static let link = Self(rawValue: 2)
    public static let image = Self(rawValue: 4)
    public static let selected = Self(rawValue: 8)
    public static let staticText = Self(rawValue: 64)
    public static let notEnabled = Self(rawValue: 256)
    public static let updatesFrequently = Self(rawValue: 512)
    public static let adjustable = Self(rawValue: 4096)
    public static let header = Self(rawValue: 65536)

    /// The traits that hosts know.
    var viewTraits: ViewAccessibilityTraits {
        let pairs: [(Self, ViewAccessibilityTraits)] = [
            (.button, .button), (.link, .link), (.header, .header), (.image, .image), (.selected, .selected),
            (.notEnabled, .notEnabled), (.staticText, .staticText), (.updatesFrequently, .updatesFrequently),
            (.adjustable, .adjustable),
        ]
        return ViewAccessibilityTraits(pairs.filter { contains($0.0) }.map(\.1))
    }
}

extension UIView {
    public var accessibilityLabel: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }

    public var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }

    public var accessibilityValue: String? {
        get { accessibility.value }
        set { accessibility.value = newValue }
    }

    /// For tests; nobody hears it.
    public var accessibilityIdentifier: String? {
        get { accessibility.identifier }
        set { accessibility.identifier = newValue }
    }

    public var accessibilityTraits: UIAccessibilityTraits {
        get { accessibility.traits }
        set { accessibility.traits = newValue }
    }

    /// Whether the view and those in it are kept from people who do not see it.
    public var accessibilityElementsHidden: Bool {
        get { accessibility.isHidden }
        set { accessibility.isHidden = newValue }
    }

    /// false keeps the view from people who do not see it.
    ///
    /// ## Difference from Apple
    /// Labels and controls are elements from the beginning; a container is made none by saying so, and its views with it.
    public var isAccessibilityElement: Bool {
        get { !accessibility.isHidden }
        set { accessibility.isHidden = !newValue }
    }
}
