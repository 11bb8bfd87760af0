public import Foundation
import OpenViewTree
import Synchronization

/// The light or dark appearance.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified, light, dark
}

/// Whether an axis of the view is narrow or wide.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    case unspecified, compact, regular
}

/// The kind of device that shows a view.
public enum UIUserInterfaceIdiom: Int, Sendable {
    case unspecified = -1
    case phone, pad, tv, carPlay
    case mac = 5
    case vision
}

/// The reading direction of an interface.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    case unspecified = -1
    case leftToRight, rightToLeft
}

/// The text size that the user has chosen.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    /// The name of the size.
    public let rawValue: String
    /// Makes a size from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The size is not known.
    public static let unspecified = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// Extra small.
    public static let extraSmall = Self(rawValue: "UICTContentSizeCategoryXS")
    /// Small.
    public static let small = Self(rawValue: "UICTContentSizeCategoryS")
    /// Medium.
    public static let medium = Self(rawValue: "UICTContentSizeCategoryM")
    /// Large, the default.
    public static let large = Self(rawValue: "UICTContentSizeCategoryL")
    /// Extra large.
    public static let extraLarge = Self(rawValue: "UICTContentSizeCategoryXL")
    /// Extra extra large.
    public static let extraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXL")
    /// Extra extra extra large.
    public static let extraExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXXL")
    /// Medium among the accessibility sizes.
    public static let accessibilityMedium = Self(rawValue: "UICTContentSizeCategoryAccessibilityM")
    /// Large among the accessibility sizes.
    public static let accessibilityLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityL")
    /// Extra large among the accessibility sizes.
    public static let accessibilityExtraLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityXL")
    /// Extra extra large among the accessibility sizes.
    public static let accessibilityExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityXXL")
    /// Extra extra extra large among the accessibility sizes.
    public static let accessibilityExtraExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    /// Whether the size is one of the accessibility sizes.
    public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }
}

/// The environment in which a view is shown, such as its appearance, scale and text size.
///
/// Source: https://developer.apple.com/documentation/uikit/uitraitcollection
public final class UITraitCollection: NSObject, Sendable {
    /// The light or dark appearance.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The reading direction.
    public let layoutDirection: UITraitEnvironmentLayoutDirection
    /// The text size that the user has chosen.
    public let preferredContentSizeCategory: UIContentSizeCategory
    /// Pixels per point; 0 when it is not known.
    public let displayScale: CGFloat
    /// ``UIUserInterfaceSizeClass/compact`` for a view that is narrower than 600 points.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// ``UIUserInterfaceSizeClass/compact`` for a view that is lower than 480 points.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// The kind of device: ``UIUserInterfaceIdiom/phone`` for a view that is narrower than 600 points, otherwise
    /// ``UIUserInterfaceIdiom/pad``.
    public let userInterfaceIdiom: UIUserInterfaceIdiom

    /// The traits of the view that was last shown. All are unspecified before the first one is shown.
    ///
    /// ## Difference from Apple
    /// All threads share them.
    public static var current: UITraitCollection {
        get { shown.withLock { $0 } }
        set { shown.withLock { $0 = newValue } }
    }

    private static let shown = Mutex(UITraitCollection())

    /// Narrower or lower views are compact.
    private static let regularWidth = 600.0
    private static let regularHeight = 480.0

    /// Makes traits that are all unspecified.
    public override convenience init() { self.init(userInterfaceStyle: .unspecified) }

    /// Makes traits with an appearance; all others are unspecified.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.userInterfaceStyle = userInterfaceStyle
        layoutDirection = .unspecified
        preferredContentSizeCategory = .unspecified
        displayScale = 0
        horizontalSizeClass = .unspecified
        verticalSizeClass = .unspecified
        userInterfaceIdiom = .unspecified
    }

    /// - Parameter style: replaces the host's appearance unless it is unspecified.
    init(_ traits: ViewTraits, style: UIUserInterfaceStyle = .unspecified) {
        userInterfaceStyle = style != .unspecified ? style : traits.colorScheme == .dark ? .dark : .light
        layoutDirection = traits.isRightToLeft ? .rightToLeft : .leftToRight
        preferredContentSizeCategory = UIContentSizeCategory(traits.textSize)
        displayScale = CGFloat(traits.scale)
        horizontalSizeClass = traits.width < Self.regularWidth ? .compact : .regular
        verticalSizeClass = traits.height < Self.regularHeight ? .compact : .regular
        userInterfaceIdiom = traits.width < Self.regularWidth ? .phone : .pad
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return userInterfaceStyle == other.userInterfaceStyle && layoutDirection == other.layoutDirection
            && preferredContentSizeCategory == other.preferredContentSizeCategory
            && displayScale == other.displayScale && horizontalSizeClass == other.horizontalSizeClass
            && verticalSizeClass == other.verticalSizeClass && userInterfaceIdiom == other.userInterfaceIdiom
    }

    public override var hash: Int { userInterfaceStyle.rawValue ^ preferredContentSizeCategory.hashValue }

    /// Returns whether colours may have other values than with the other traits.
    public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        userInterfaceStyle != traitCollection?.userInterfaceStyle
    }
}

extension UIContentSizeCategory {
    init(_ size: ViewTextSize) {
        self =
            switch size {
            case .extraSmall: .extraSmall
            case .small: .small
            case .medium: .medium
            case .large: .large
            case .extraLarge: .extraLarge
            case .extraExtraLarge: .extraExtraLarge
            case .extraExtraExtraLarge: .extraExtraExtraLarge
            case .accessibilityMedium: .accessibilityMedium
            case .accessibilityLarge: .accessibilityLarge
            case .accessibilityExtraLarge: .accessibilityExtraLarge
            case .accessibilityExtraExtraLarge: .accessibilityExtraExtraLarge
            case .accessibilityExtraExtraExtraLarge: .accessibilityExtraExtraExtraLarge
            }
    }
}
