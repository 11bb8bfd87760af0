public import Foundation
import OpenViewTree

/// A control for a date or time.
///
/// Source: https://developer.apple.com/documentation/uikit/uidatepicker
///
/// ## Difference from Apple
/// The user types the date into a field, in the form `2026-11-27 14:30` of the Gregorian calendar. A text that is not a
/// date is replaced by the present one when editing ends.
@preconcurrency @MainActor
open class UIDatePicker: UIControl {
    /// The parts of a date that the user selects.
    public enum Mode: Int, Sendable {
        case time, date, dateAndTime, countDownTimer
    }

    /// The appearance of a date picker; hosts decide.
    public enum Style: Int, Sendable {
        case automatic, wheels, compact, inline
    }

    private let field = UITextField()
    private var current = Date() { didSet { if current != oldValue { showDate() } } }
    /// The parts that the user selects; ``Mode/dateAndTime`` by default.
    open var datePickerMode = Mode.dateAndTime { didSet { showDate() } }
    /// The earliest date; `nil` for none.
    open var minimumDate: Date? { didSet { current = fitted(current) } }
    /// The latest date; `nil` for none. It has no effect if it is earlier than ``minimumDate``.
    open var maximumDate: Date? { didSet { current = fitted(current) } }
    /// The time zone in which the date is shown; `nil` for that of the process.
    open var timeZone: TimeZone? { didSet { showDate() } }
    /// Has no effect: dates have the same form everywhere.
    open var locale: Locale?
    /// Has no effect: minutes are not rounded.
    open var minuteInterval = 1
    /// Has no effect; hosts decide on the appearance.
    open var preferredDatePickerStyle = Style.automatic

    public override init(frame: CGRect) {
        super.init(frame: frame)
        compose()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        compose()
    }

    private func compose() {
        field.keyboardType = .numbersAndPunctuation
        for event in [Event.editingDidEnd, .editingDidEndOnExit] {
            field.addAction(UIAction { [weak self] _ in self?.takeText() }, for: event)
        }
        addSubview(field)
        showDate()
    }

    /// The date. Dates out of range count as the nearest, and a date that is not a number has no effect. Setting it does
    /// not perform actions.
    ///
    /// ## Difference from Apple
    /// All dates are between `Date.distantPast` and `Date.distantFuture`.
    open var date: Date {
        get { current }
        set { current = fitted(newValue) }
    }

    /// Sets ``date``. `animated` has no effect.
    open func setDate(_ date: Date, animated: Bool) { self.date = date }

    /// The hours and minutes of ``date`` in seconds. Setting it sets them on the present day.
    open var countDownDuration: TimeInterval {
        get {
            let parts = calendar.dateComponents([.hour, .minute], from: current)
            return TimeInterval((parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60)
        }
        set {
            guard newValue.isFinite else { return }
            current = fitted(calendar.startOfDay(for: current).addingTimeInterval(min(max(newValue, 0), 86_340)))
        }
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone ?? .current
        return calendar
    }

    private func fitted(_ date: Date) -> Date {
        // A calendar cannot divide a date that is infinite or not a number.
        func usable(_ date: Date) -> Date? {
            date.timeIntervalSinceReferenceDate.isNaN ? nil : max(min(date, .distantFuture), .distantPast)
        }
        let latest = min(usable(date) ?? current, maximumDate.flatMap(usable) ?? .distantFuture)
        return max(latest, minimumDate.flatMap(usable) ?? .distantPast)
    }

    private func showDate() {
        field.placeholder = placeholder
        field.text = text(of: current)
        field.isEnabled = isEnabled
    }

    open override var isEnabled: Bool { didSet { field.isEnabled = isEnabled } }

    private var placeholder: String {
        switch datePickerMode {
        case .date: "YYYY-MM-DD"
        case .time, .countDownTimer: "HH:MM"
        case .dateAndTime: "YYYY-MM-DD HH:MM"
        }
    }

    private func text(of date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func digits(_ number: Int?, _ count: Int) -> String {
            let text = String(max(number ?? 0, 0))
            return String(repeating: "0", count: max(count - text.count, 0)) + text
        }
        let day = "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
        let time = "\(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
        switch datePickerMode {
        case .date: return day
        case .time, .countDownTimer: return time
        case .dateAndTime: return "\(day) \(time)"
        }
    }

    private func takeText() {
        guard let typed = date(from: field.text ?? "") else { return showDate() }
        let new = fitted(typed)
        guard text(of: new) != text(of: current) else { return showDate() }
        current = new
        showDate()
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    /// - Returns: the date of a text; `nil` when the text is not a date.
    private func date(from text: String) -> Date? {
        let numbers = text.split { "-: ".contains($0) }.map { Int($0) }
        guard !numbers.contains(nil), numbers.count == placeholder.split(whereSeparator: { "-: ".contains($0) }).count
        else { return nil }
        var parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: current)
        var rest = numbers.compactMap { $0 }
        if datePickerMode == .date || datePickerMode == .dateAndTime {
            (parts.year, parts.month, parts.day) = (rest[0], rest[1], rest[2])
            rest.removeFirst(3)
        }
        if rest.count == 2 { (parts.hour, parts.minute) = (rest[0], rest[1]) }
        guard let year = parts.year, (1...9999).contains(year), let month = parts.month, (1...12).contains(month),
            let day = parts.day, (1...31).contains(day), let hour = parts.hour, (0...23).contains(hour),
            let minute = parts.minute, (0...59).contains(minute), let date = calendar.date(from: parts)
        else { return nil }
        // The calendar takes February 30 for a day in March.
        return calendar.component(.day, from: date) == day ? date : nil
    }

    override func renderChildren(_ node: inout NodeAttributes) -> [RenderedNode] {
        node.set(.arrangement, ViewArrangement.row)
        return [field.render(at: [.grow: .number(1)])]
    }

    override func hasContentLength(along axis: NSLayoutConstraint.Axis) -> Bool { axis == .vertical }
}
