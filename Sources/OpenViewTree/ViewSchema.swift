/// The rules of view trees: the type and range of each attribute, and the children, attributes and events of each kind.
/// Receivers check trees against them; see ``ViewTree``.
public enum ViewSchema {
    /// The type and range of an attribute.
    public enum Domain: Sendable {
        case flag
        case integer(ClosedRange<Int32>)
        case number(ClosedRange<Double>)
        /// A text of at most this many bytes of UTF-8.
        case text(Int)
        /// At most ``ViewLimits/listElements`` texts of at most this many bytes of UTF-8 each.
        case list(Int)
        case color, insets, runs, image
        /// A choice. The names of the values are indexed by their numbers.
        case choice([String])
    }

    /// What nodes of one kind may contain and receive.
    public struct KindRule: Sendable {
        /// The kinds that the children may have.
        public let children: Set<ViewKind>
        /// The attributes besides ``ViewSchema/common``, which every kind has.
        public let attributes: Set<ViewAttribute>
        /// The events that a host may send to nodes of this kind.
        public let events: Set<EventKind>
    }

    /// A ``ViewEvent`` without its associated values.
    public enum EventKind: UInt8, Sendable, CaseIterable {
        case activate, setFlag, setNumber, select, edit, focus, submit, showRows, rowAction, close, hold, drag, pinch
    }

    private static let length = Domain.number(0...ViewLimits.length)
    private static let amount = Domain.number(-1e15...1e15)
    private static let name = Domain.text(1024)
    private static let prose = Domain.text(ViewLimits.textBytes)

    /// Returns the type and range of an attribute.
    public static func domain(of attribute: ViewAttribute) -> Domain {
        switch attribute {
        case .isHidden, .isHorizontal, .isItalic, .isMonospaced, .isEnabled, .isSelected, .isOn, .isSecure, .isEditable,
            .isFocused, .isAnimating, .isSelectable, .isDismissible, .hasContent, .isAccessibilityHidden:
            .flag
        case .width, .height, .minimumWidth, .minimumHeight, .maximumWidth, .maximumHeight, .cornerRadius, .borderWidth,
            .spacing, .rowHeight, .preferredWidth, .preferredHeight:
            length
        case .aspectRatio: .number(0.001...1000)
        case .grow: .number(0...1000)
        case .opacity: .number(0...1)
        case .fontSize: .number(1...500)
        case .value, .minimum, .maximum, .step: amount
        case .lineLimit: .integer(0...10_000)
        case .selectedIndex: .integer(-1...Int32(ViewLimits.listElements))
        case .rowCount, .position: .integer(0...Int32(ViewLimits.rows))
        case .accessibilityTraits: .integer(0...511)
        case .gestures: .integer(0...7)
        case .holdDelay: .number(0...60)
        case .backgroundColor, .borderColor, .tintColor, .textColor: .color
        case .margin, .padding: .insets
        case .runs: .runs
        case .image: .image
        case .text, .detail, .accessibilityValue: prose
        case .placeholder, .title, .accessibilityLabel, .accessibilityHint, .accessibilityIdentifier: name
        case .symbol: .text(64)
        case .segments, .rowActions: .list(256)
        case .horizontalAlignment, .verticalAlignment, .alignment: .choice(ViewAlignment.names)
        case .direction: .choice(ViewDirection.names)
        case .arrangement: .choice(ViewArrangement.names)
        case .distribution: .choice(ViewDistribution.names)
        case .textStyle: .choice(ViewTextStyle.names)
        case .fontWeight: .choice(ViewFontWeight.names)
        case .textAlignment: .choice(ViewTextAlignment.names)
        case .contentMode: .choice(ViewContentMode.names)
        case .role: .choice(ViewRole.names)
        case .buttonStyle: .choice(ViewButtonStyle.names)
        case .keyboard: .choice(ViewKeyboard.names)
        case .returnKey: .choice(ViewReturnKey.names)
        case .tableStyle: .choice(ViewTableStyle.names)
        case .rowKind: .choice(ViewRowKind.names)
        case .accessory: .choice(ViewAccessory.names)
        case .placement: .choice(ViewPlacement.names)
        case .presentation: .choice(ViewPresentation.names)
        case .largestDisplayMode: .choice(ViewDisplayMode.names)
        }
    }

    /// The attributes that every kind has.
    public static let common: Set<ViewAttribute> = [
        .isHidden, .width, .height, .minimumWidth, .minimumHeight, .maximumWidth, .maximumHeight, .aspectRatio, .grow,
        .horizontalAlignment, .verticalAlignment, .margin, .opacity, .backgroundColor, .cornerRadius, .borderWidth,
        .borderColor, .direction, .tintColor, .accessibilityLabel, .accessibilityHint, .accessibilityValue,
        .accessibilityTraits, .isAccessibilityHidden, .accessibilityIdentifier,
    ]

    private static let views: Set<ViewKind> = [
        .container, .scroll, .label, .image, .button, .textField, .textView, .toggle, .slider, .segmented, .stepper,
        .progress, .activity, .table,
    ]
    private static let layout: Set<ViewAttribute> = [.arrangement, .alignment, .distribution, .spacing, .padding]
    private static let text: Set<ViewAttribute> = [
        .text, .runs, .textStyle, .fontSize, .fontWeight, .isItalic, .isMonospaced, .textColor, .textAlignment,
    ]
    private static let typing: Set<ViewAttribute> = [
        .placeholder, .isEnabled, .isEditable, .isFocused, .keyboard, .returnKey,
    ]
    private static let gestures: Set<ViewAttribute> = [.gestures, .holdDelay]
    private static let touches: Set<EventKind> = [.activate, .hold, .drag, .pinch]
    private static let range: Set<ViewAttribute> = [.value, .minimum, .maximum, .step, .isEnabled]

    /// Returns the rules for nodes of a kind.
    public static func rule(of kind: ViewKind) -> KindRule { rules[Int(kind.rawValue)] }

    private static let rules = ViewKind.allCases.map(makeRule)

    private static func rule(
        holds children: Set<ViewKind> = [], has attributes: Set<ViewAttribute> = [], hears events: Set<EventKind> = []
    ) -> KindRule {
        KindRule(children: children, attributes: attributes, events: events)
    }

    private static func makeRule(of kind: ViewKind) -> KindRule {
        switch kind {
        case .window:
            rule(
                holds: [.screen, .alert],
                has: [.preferredWidth, .preferredHeight, .largestDisplayMode, .hasContent])
        case .screen:
            rule(
                holds: views.union([.navigationBar, .barButton]),
                has: layout.union([.title, .presentation, .isDismissible, .preferredWidth, .preferredHeight]),
                hears: [.close])
        case .alert: rule(holds: [.alertAction, .textField], has: [.title, .detail, .presentation], hears: [.close])
        case .alertAction: rule(has: [.text, .role, .isEnabled], hears: [.activate])
        case .navigationBar: rule(holds: [.barButton, .segmented, .label, .image], has: [.title, .detail])
        case .barButton: rule(has: [.text, .symbol, .image, .role, .isEnabled, .placement], hears: [.activate])
        case .container: rule(holds: views, has: layout.union(gestures), hears: touches)
        case .scroll: rule(holds: views, has: layout.union([.isHorizontal]))
        case .label: rule(has: text.union(gestures).union([.lineLimit, .isEnabled]), hears: touches)
        case .image: rule(has: gestures.union([.image, .symbol, .contentMode, .textStyle]), hears: touches)
        case .button:
            rule(
                has: text.union(gestures).union([
                    .detail, .symbol, .image, .role, .buttonStyle, .isEnabled, .isSelected,
                ]),
                hears: touches)
        case .textField:
            rule(has: text.union(typing).union([.isSecure]), hears: [.edit, .focus, .submit])
        case .textView: rule(has: text.union(typing), hears: [.edit, .focus])
        case .toggle: rule(has: [.isOn, .isEnabled, .title], hears: [.setFlag])
        case .slider: rule(has: range, hears: [.setNumber])
        case .segmented: rule(has: [.segments, .selectedIndex, .isEnabled], hears: [.select])
        case .stepper: rule(has: range, hears: [.setNumber])
        case .progress: rule(has: [.value])
        case .activity: rule(has: [.isAnimating])
        case .table: rule(holds: [.row], has: [.rowCount, .rowHeight, .tableStyle], hears: [.showRows])
        case .row:
            rule(
                holds: views,
                has: layout.union([
                    .position, .rowKind, .text, .detail, .isHorizontal, .image, .symbol, .accessory, .isSelectable,
                    .isSelected, .isEnabled, .rowActions, .role, .textColor,
                ]),
                hears: [.activate, .rowAction])
        }
    }
}

extension ViewEvent {
    /// The kind of the event, without its associated values.
    public var kind: ViewSchema.EventKind {
        switch self {
        case .activate: .activate
        case .setFlag: .setFlag
        case .setNumber: .setNumber
        case .select: .select
        case .edit: .edit
        case .focus: .focus
        case .submit: .submit
        case .showRows: .showRows
        case .rowAction: .rowAction
        case .close: .close
        case .hold: .hold
        case .drag: .drag
        case .pinch: .pinch
        }
    }
}
