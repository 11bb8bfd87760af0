import OpenViewTree

/// The accessibility properties of a view.
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

/// The role and state of a view for assistive technologies.
///
/// Source: https://developer.apple.com/documentation/uikit/uiaccessibilitytraits
public struct UIAccessibilityTraits: OptionSet, Sendable {
    /// The bits of the traits.
    public let rawValue: UInt64
    /// Makes traits from their bits. Hosts ignore bits that have no constant here.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// No traits.
    public static let none: Self = []
    /// Behaves as a button.
    public static let button = Self(rawValue: 1)
    /// Behaves as a link.
    public static let link = Self(rawValue: 2)
    /// Is an image.
    public static let image = Self(rawValue: 4)
    /// Is selected.
    public static let selected = Self(rawValue: 8)
    /// Is text that does not change.
    public static let staticText = Self(rawValue: 64)
    /// Cannot be used at present.
    public static let notEnabled = Self(rawValue: 256)
    /// Changes often, so that it should be polled instead of announced each time.
    public static let updatesFrequently = Self(rawValue: 512)
    /// Has a value that can be raised and lowered.
    public static let adjustable = Self(rawValue: 4096)
    /// Heads a section.
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
    /// A short name of the view for assistive technologies; `nil` for the text that it shows.
    public var accessibilityLabel: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }

    /// What using the view does, for assistive technologies.
    public var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }

    /// The current value of the view as text, for assistive technologies; `nil` for the value that it shows.
    public var accessibilityValue: String? {
        get { accessibility.value }
        set { accessibility.value = newValue }
    }

    /// A name by which tests find the view. Assistive technologies do not read it.
    public var accessibilityIdentifier: String? {
        get { accessibility.identifier }
        set { accessibility.identifier = newValue }
    }

    /// The role and state of the view, in addition to those that its type has by itself.
    public var accessibilityTraits: UIAccessibilityTraits {
        get { accessibility.traits }
        set { accessibility.traits = newValue }
    }

    /// Whether the view and its subviews are hidden from assistive technologies.
    public var accessibilityElementsHidden: Bool {
        get { accessibility.isHidden }
        set { accessibility.isHidden = newValue }
    }

    /// Whether assistive technologies find the view; the opposite of ``accessibilityElementsHidden``.
    ///
    /// ## Difference from Apple
    /// Every view is accessible by default, and setting `false` hides its subviews too.
    public var isAccessibilityElement: Bool {
        get { !accessibility.isHidden }
        set { accessibility.isHidden = !newValue }
    }
}
