import Foundation

/// A time of day that follows a date in a text, such as ` at 5:30 PM` or `T17:30:00Z`.
struct DateTime {
    private(set) var hour: Int
    private(set) var minute = 0
    private(set) var second = 0
    /// The zone that the text names.
    private(set) var zone: TimeZone?
    /// The index behind the time.
    private(set) var end: Int

    /// Reads the time that follows an index; `nil` if no time follows.
    init?(_ text: ScannedText, after index: Int, _ names: DateNames) {
        var start = text.skipping("T", at: index)
        if start == index {
            start = text.skipping(",", " ", at: index)
            guard start > index else { return nil }
            if let word = text.word(at: start), names.beforeTime.contains(word.text),
                text[word.end] == UInt16(ascii: " ")
            {
                start = word.end + 1
            }
        }
        guard let hours = text.number(at: start, digits: 1...2) else { return nil }
        (hour, end) = (hours.value, hours.end)
        var hasMinutes = false
        if text[end] == UInt16(ascii: ":"), let minutes = text.number(at: end + 1, digits: 2...2) {
            (minute, end, hasMinutes) = (minutes.value, minutes.end, true)
            if text[end] == UInt16(ascii: ":"), let seconds = text.number(at: end + 1, digits: 2...2) {
                (second, end) = (seconds.value, seconds.end)
                if text[end] == UInt16(ascii: "."), let fraction = text.number(at: end + 1, digits: 1...9) {
                    end = fraction.end
                }
            }
        }
        let hasHalf = readHalfOfDay(text)
        guard hasMinutes || hasHalf, hour < 24, minute < 60, second < 60 else { return nil }
        if hasMinutes { readZone(text) }
        if text[end].isDatePart { return nil }
    }

    private mutating func readHalfOfDay(_ text: ScannedText) -> Bool {
        guard let word = text.word(at: text.skipping(" ", at: end)), ["am", "pm"].contains(word.text),
            (1...12).contains(hour)
        else { return false }
        hour = hour % 12 + (word.text == "pm" ? 12 : 0)
        end = word.end
        return true
    }

    private mutating func readZone(_ text: ScannedText) {
        if text[end] == UInt16(ascii: "Z"), !text[end + 1].isDatePart {
            (zone, end) = (TimeZone(secondsFromGMT: 0), end + 1)
        } else if let word = text.word(at: text.skipping(" ", at: end)), ["utc", "gmt"].contains(word.text) {
            (zone, end) = (TimeZone(secondsFromGMT: 0), word.end)
        } else if text[end] == UInt16(ascii: "+") || text[end] == UInt16(ascii: "-"),
            let hours = text.number(at: end + 1, digits: 2...2) ?? text.number(at: end + 1, digits: 4...4)
        {
            let sign = text[end] == UInt16(ascii: "-") ? -1 : 1
            var (value, next) = (hours.count == 4 ? hours.value : hours.value * 100, hours.end)
            if hours.count == 2, text[next] == UInt16(ascii: ":"),
                let minutes = text.number(at: next + 1, digits: 2...2)
            {
                (value, next) = (value + minutes.value, minutes.end)
            }
            guard value / 100 < 15, value % 100 < 60 else { return }
            (zone, end) = (TimeZone(secondsFromGMT: sign * (value / 100 * 3600 + value % 100 * 60)), next)
        }
    }
}
