public import Foundation
import OpenViewTree

/// What a row shows: a title, a second text, a picture.
///
/// Source: https://developer.apple.com/documentation/uikit/uilistcontentconfiguration-swift.struct
///
/// ## Difference from Apple
/// Fonts, sizes and margins are the host's.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable, Sendable {
    /// How a text looks.
    public struct TextProperties: Hashable, Sendable {
        public var color = UIColor.label
        /// 0 for as many as there are; hosts decide.
        public var numberOfLines = 0
    }

    /// How the picture looks.
    public struct ImageProperties: Hashable, Sendable {
        public var tintColor: UIColor?
        /// In points; hosts decide.
        public var maximumSize = CGSize.zero
    }

    public var text: String?
    public var secondaryText: String?
    public var image: UIImage?
    public var textProperties = TextProperties()
    public var secondaryTextProperties = TextProperties()
    public var imageProperties = ImageProperties()
    /// Whether the second text is at the end of the row, if there is room, rather than below the first.
    public var prefersSideBySideTextAndSecondaryText = false

    nonisolated init() {}

    /// A title alone.
    public static func cell() -> Self { Self() }
    /// A title above a second text.
    public static func subtitleCell() -> Self { Self() }
    /// A title with a value at the end of the row.
    public static func valueCell() -> Self {
        var configuration = Self()
        configuration.prefersSideBySideTextAndSecondaryText = true
        return configuration
    }
    public static func plainHeader() -> Self { Self() }
    public static func plainFooter() -> Self { Self() }
    public static func groupedHeader() -> Self { Self() }
    public static func groupedFooter() -> Self { Self() }
    public static func sidebarCell() -> Self { Self() }

    /// A row that shows it, outside of a table.
    public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

    func describe(_ node: inout NodeAttributes) {
        node.set(.text, text)
        node.set(.detail, secondaryText)
        if prefersSideBySideTextAndSecondaryText, secondaryText != nil { node.set(.isHorizontal, true) }
        node.show(image)
        if textProperties.color != .label { node.set(.textColor, textProperties.color.viewColor) }
        if let color = imageProperties.tintColor { node.set(.tintColor, color.viewColor) }
    }
}

/// Shows a ``UIListContentConfiguration`` outside of a table.
///
/// Source: https://developer.apple.com/documentation/uikit/uilistcontentview
open class UIListContentView: UIStackView, UIContentView {
    private var list: UIListContentConfiguration
    private let titleLabel = UILabel()
    private let detailLabel = UILabel()
    private let texts = UIStackView()
    private let picture = UIImageView()

    public init(configuration: UIListContentConfiguration) {
        list = configuration
        super.init(frame: .zero)
        spacing = 8
        alignment = .center
        for label in [titleLabel, detailLabel] { texts.addArrangedSubview(label) }
        addArrangedSubview(picture)
        addArrangedSubview(texts)
        detailLabel.textColor = .secondaryLabel
        detailLabel.font = .preferredFont(forTextStyle: .subheadline)
        show()
    }

    public required init?(coder: NSCoder) { return nil }

    /// Always a ``UIListContentConfiguration``; another kind changes nothing.
    open var configuration: any UIContentConfiguration {
        get { list }
        set {
            guard let new = newValue as? UIListContentConfiguration else { return }
            list = new
            show()
        }
    }

    private func show() {
        titleLabel.text = list.text
        titleLabel.textColor = list.textProperties.color
        detailLabel.text = list.secondaryText
        texts.axis = list.prefersSideBySideTextAndSecondaryText ? .horizontal : .vertical
        texts.distribution = list.prefersSideBySideTextAndSecondaryText ? .equalSpacing : .fill
        detailLabel.isHidden = list.secondaryText == nil
        picture.image = list.image
        picture.isHidden = list.image == nil
    }
}
