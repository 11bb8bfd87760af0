import AppexModel
import OpenViewTree

extension ViewNode {
    /// Whether it can have the keyboard focus.
    var takesFocus: Bool {
        guard flag(.isEnabled, default: true) else { return false }
        switch kind {
        case .button, .barButton, .alertAction, .toggle, .slider, .segmented, .stepper: return true
        case .textField, .textView: return flag(.isEditable, default: true)
        case .row:
            let isRow = (choice(.rowKind) ?? ViewRowKind.row) == .row
            return isRow && (flag(.isSelectable, default: true) || !list(.rowActions).isEmpty)
        case .label, .image, .container: return isPressable || !gestures.isEmpty
        case .window, .screen, .alert, .navigationBar, .scroll, .progress, .activity, .table: return false
        }
    }

    /// Whether pressing it has an effect. For kinds that are not controls, their traits say so.
    var isPressable: Bool {
        guard [.label, .image, .container].contains(kind) else { return takesFocus }
        let traits = ViewAccessibilityTraits(rawValue: Int32(clamping: integer(.accessibilityTraits) ?? 0))
        return !traits.isDisjoint(with: [.button, .link])
    }

    /// Whether text can be typed into it.
    var takesText: Bool { kind == .textField || kind == .textView }

    /// Its name in text output.
    var spokenName: String {
        for attribute in [ViewAttribute.accessibilityLabel, .text, .title, .placeholder] {
            if let text = text(attribute), !text.isEmpty { return text.escapingScalars { $0 == "\n" ? " " : nil } }
        }
        return text(.symbol) ?? ""
    }
}
