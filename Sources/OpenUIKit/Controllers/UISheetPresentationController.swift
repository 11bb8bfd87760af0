public import Foundation

/// The heights of a sheet. They have no effect; hosts decide.
///
/// Source: https://developer.apple.com/documentation/uikit/uisheetpresentationcontroller
@preconcurrency @MainActor
public final class UISheetPresentationController: UIPresentationController {
    /// A height at which a sheet rests.
    public final class Detent: NSObject, Sendable {
        /// The name of a height.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The name.
            public let rawValue: String
            /// Makes an identifier from its name.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// Half the height of the screen.
            public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
            /// The full height.
            public static let large = Identifier(rawValue: "com.apple.UIKit.large")
        }

        /// The name of the height.
        public let identifier: Identifier

        init(_ identifier: Identifier) { self.identifier = identifier }

        /// Returns half the height of the screen.
        public static func medium() -> Detent { Detent(.medium) }
        /// Returns the full height.
        public static func large() -> Detent { Detent(.large) }
    }

    /// The heights at which the sheet rests.
    public var detents: [Detent] = [.large()]
    /// The height at which the sheet is; `nil` for the smallest one.
    public var selectedDetentIdentifier: Detent.Identifier?
    /// The largest height at which the views behind the sheet are not dimmed; `nil` for none.
    public var largestUndimmedDetentIdentifier: Detent.Identifier?
    /// Whether the sheet shows a grabber.
    public var prefersGrabberVisible = false
    /// Whether scrolling makes the sheet larger.
    public var prefersScrollingExpandsWhenScrolledToEdge = true
    /// The radius of the corners in points; `nil` for the host's choice.
    public var preferredCornerRadius: CGFloat?
}
