import AppexInterfaces
import Foundation
import OpenViewTree

/// A navigation bar or toolbar that a storyboard has among ordinary views.
final class InterfaceBar: UIStackView {
    /// Shows the items of the bar as buttons, and the title of a navigation item between them.
    func show(left: [UIBarButtonItem], title: String?, titleView: UIView?, right: [UIBarButtonItem]) {
        axis = .horizontal
        alignment = .center
        spacing = 8
        isLayoutMarginsRelativeArrangement = true
        directionalLayoutMargins = NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
        for item in left { addArrangedSubview(Self.view(of: item)) }
        let label = UILabel()
        label.text = title
        label.font = .preferredFont(forTextStyle: .headline)
        label.textAlignment = .center
        let middle = titleView ?? label
        middle.setContentHuggingPriority(.fittingSizeLevel, for: .horizontal)
        addArrangedSubview(middle)
        for item in right { addArrangedSubview(Self.view(of: item)) }
    }

    private static func view(of item: UIBarButtonItem) -> UIView {
        if let view = item.customView { return view }
        let button = UIButton(type: .system)
        button.primaryItem(item)
        return button
    }
}

extension UIButton {
    /// Shows an item of a bar, and performs its action.
    fileprivate func primaryItem(_ item: UIBarButtonItem) {
        setTitle(item.shownTitle, for: .normal)
        setImage(item.image, for: .normal)
        isEnabled = item.isEnabled
        isHidden = item.isHidden
        tag = item.tag
        accessibilityLabel = item.accessibilityLabel
        accessibilityIdentifier = item.accessibilityIdentifier
        if item.style == .done { role = .primary }
        addAction(UIAction { _ in item.receive(.activate) }, for: .touchUpInside)
    }
}

extension InterfaceLoader {
    /// Gives a bar the items of its description.
    func configure(bar: InterfaceBar, _ object: InterfaceObject) {
        guard object.kind == "navigationBar" else {
            let items = (object.objects["items"] ?? []).map(makeBarButton)
            return bar.show(left: items, title: nil, titleView: nil, right: [])
        }
        let item = UINavigationItem(title: nil)
        if let description = object.object("items") { configure(item, description) }
        bar.show(
            left: item.leftBarButtonItems ?? [], title: item.title, titleView: item.titleView,
            right: (item.rightBarButtonItems ?? []).reversed())
    }
}
