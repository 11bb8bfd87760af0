import AppexModel
import Foundation

/// The names of months and weekdays in English and in the language of the current locale, in lower case.
struct DateNames: Sendable {
    private(set) var months: [String: Int] = [:]
    private(set) var weekdays: Set<String> = []
    /// Whether the month is the first number of a date in the current locale.
    private(set) var isMonthFirst = true
    /// Words for days, with their distance from today.
    let offsets = ["today": 0, "tomorrow": 1, "yesterday": -1]
    /// Words between a date and a time.
    let beforeTime: Set = ["at", "um", "à", "alle", "om", "kl"]

    init(_ current: Locale = .current) {
        for locale in [current, Locale(identifier: "en_US_POSIX")] {
            let formatter = DateFormatter()
            formatter.locale = locale
            formatter.calendar = Calendar(identifier: .gregorian)
            for names in [formatter.monthSymbols, formatter.shortMonthSymbols].compactMap({ $0 }) {
                for (index, name) in names.enumerated() { months[Self.key(name)] = index + 1 }
            }
            for names in [formatter.weekdaySymbols, formatter.shortWeekdaySymbols].compactMap({ $0 }) {
                weekdays.formUnion(names.map(Self.key))
            }
        }
        months["sept"] = 9
        let format = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: current) ?? "M/d/y"
        // Own text: a format of the locale.
        if let month = format.firstIndex(of: "M"), let day = format.firstIndex(of: "d") { isMonthFirst = month < day }
    }

    private static func key(_ name: String) -> String {
        var name = name.lowercased()
        if name.ends(with: ".") { name.removeLast() }
        return name
    }
}
