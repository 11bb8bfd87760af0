import AppexInterfaces
import Foundation

extension InterfaceLoader {
    /// Activates the constraints that a view of the file holds.
    func activate(_ constraints: [InterfaceConstraint], of view: AnyObject) {
        for description in constraints {
            guard let first = item(description.firstItem), let attribute = Self.attribute(description.firstAttribute)
            else { continue }
            var second: AnyObject?
            var secondAttribute = NSLayoutConstraint.Attribute.notAnAttribute
            if let id = description.secondItem {
                guard let item = item(id), let name = description.secondAttribute.flatMap(Self.attribute) else {
                    continue
                }
                second = item
                secondAttribute = name
            }
            let relation: NSLayoutConstraint.Relation =
                switch description.relation {
                case "lessThanOrEqual": .lessThanOrEqual
                case "greaterThanOrEqual": .greaterThanOrEqual
                default: .equal
                }
            let constraint = NSLayoutConstraint(
                item: first, attribute: attribute, relatedBy: relation, toItem: second, attribute: secondAttribute,
                multiplier: description.multiplier, constant: description.constant)
            constraint.priority = UILayoutPriority(Float(description.priority))
            constraint.identifier = description.name
            constraint.isActive = true
            if !description.id.isEmpty { add(constraint, id: description.id) }
        }
    }

    /// The view or guide with an identifier.
    private func item(_ id: String) -> AnyObject? {
        let object = object(id)
        return (object as? UIViewController)?.viewIfLoaded ?? object
    }

    private static func attribute(_ name: String) -> NSLayoutConstraint.Attribute? { attributes[name] }

    private static let attributes: [String: NSLayoutConstraint.Attribute] = [
        "left": .left, "right": .right, "top": .top, "bottom": .bottom, "leading": .leading, "trailing": .trailing,
        "width": .width, "height": .height, "centerX": .centerX, "centerY": .centerY, "baseline": .lastBaseline,
        "lastBaseline": .lastBaseline, "firstBaseline": .firstBaseline, "leftMargin": .leftMargin,
        "rightMargin": .rightMargin, "topMargin": .topMargin, "bottomMargin": .bottomMargin,
        "leadingMargin": .leadingMargin, "trailingMargin": .trailingMargin,
        "centerXWithinMargins": .centerXWithinMargins, "centerYWithinMargins": .centerYWithinMargins,
    ]
}
