import UIKit

/// The size in which an article is shown, which the user chooses.
enum TextSize: Int, CaseIterable {
    case small, medium, large, largest

    /// The name in the control, which has to fit into a narrow panel.
    var name: String {
        switch self {
        case .small: "S"
        case .medium: "M"
        case .large: "L"
        case .largest: "XL"
        }
    }

    /// The size in relation to that which the user has chosen for all apps.
    private var factor: CGFloat {
        switch self {
        case .small: 0.85
        case .medium: 1
        case .large: 1.3
        case .largest: 1.7
        }
    }

    /// The font of a text style in this size.
    func font(_ style: UIFont.TextStyle) -> UIFont {
        let font = UIFont.preferredFont(forTextStyle: style)
        return self == .medium ? font : font.withSize((font.pointSize * factor).rounded())
    }

    private static let key = "TextSize"

    /// The size that the user has chosen the last time; medium at first.
    static var chosen: TextSize {
        get { (UserDefaults.standard.object(forKey: key) as? Int).flatMap(TextSize.init) ?? .medium }
        set { UserDefaults.standard.set(newValue.rawValue, forKey: key) }
    }
}
