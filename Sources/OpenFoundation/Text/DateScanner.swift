import Foundation

/// Finds dates in the forms that ``NSDataDetector`` lists. It looks ahead at most 64 units from the beginning of a word or number.
struct DateScanner {
    private static let names = DateNames()
    private var names: DateNames { Self.names }
    private let now = Date()
    private var calendar = Calendar(identifier: .gregorian)

    init() { calendar.timeZone = .current }

    func results(in text: ScannedText) -> [DetectedResult] {
        var results: [DetectedResult] = []
        var index = 0
        while index < text.count {
            guard text[index].isDatePart, !text[index - 1].isDatePart else {
                index += 1
                continue
            }
            if let (range, date, zone) = moment(text, from: index) {
                results.append(text.result(range, .date(date, zone)))
                index = range.upperBound
            } else {
                index += 1
            }
        }
        return results
    }

    private func moment(_ text: ScannedText, from start: Int) -> (Range<Int>, Date, TimeZone?)? {
        guard var (end, parts) = day(text, from: start), !text[end].isDatePart || text[end] == UInt16(ascii: "T") else {
            return nil
        }
        var zone: TimeZone?
        if let time = DateTime(text, after: end, names) {
            (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.second)
            (end, zone) = (time.end, time.zone)
        } else if text[end].isDatePart {
            return nil
        }
        parts.timeZone = zone ?? calendar.timeZone
        guard let date = calendar.date(from: parts) else { return nil }
        return (start..<end, date, zone)
    }

    // MARK: Days

    private typealias Day = (end: Int, parts: DateComponents)

    private func day(_ text: ScannedText, from start: Int) -> Day? {
        guard text[start].isDigit else {
            guard let word = text.word(at: start) else { return nil }
            if names.weekdays.contains(word.text) {
                let next = text.skipping(",", " ", at: text.skipping(".", at: word.end))
                // A weekday alone does not name a date.
                guard next > word.end, !names.weekdays.contains(text.word(at: next)?.text ?? "") else { return nil }
                return day(text, from: next)
            }
            if let offset = names.offsets[word.text] { return relativeDay(offset).map { (word.end, $0) } }
            return monthAndDay(text, word)
        }
        guard let first = text.number(at: start, digits: 1...4) else { return nil }
        let separator = text[first.end]
        if let second = text.number(at: first.end + 1, digits: 1...2), text[second.end] == separator,
            let third = text.number(at: second.end + 1, digits: 1...4)
        {
            return numericDay(separator, [first, second, third])
        }
        return dayAndMonth(text, first)
    }

    /// `2024-01-15`, `15.1.2024` and `1/15/2024`.
    private func numericDay(_ separator: UInt16, _ numbers: [ScannedText.Number]) -> Day? {
        let values = numbers.map(\.value)
        let counts = numbers.map(\.count)
        let end = numbers[2].end
        switch separator {
        case UInt16(ascii: "-") where counts == [4, 2, 2]:
            return parts(values[0], values[1], values[2]).map { (end, $0) }
        case UInt16(ascii: ".") where counts[0] <= 2 && counts[2] == 4:
            return parts(values[2], values[1], values[0]).map { (end, $0) }
        case UInt16(ascii: "/") where counts[0] <= 2 && (counts[2] == 4 || counts[2] == 2):
            let year = counts[2] == 2 ? values[2] + 2000 : values[2]
            let (month, day) = names.isMonthFirst ? (values[0], values[1]) : (values[1], values[0])
            return parts(year, month, day).map { (end, $0) }
        case UInt16(ascii: "/") where counts == [4, 2, 2]:
            return parts(values[0], values[1], values[2]).map { (end, $0) }
        default:
            return nil
        }
    }

    /// `15 January 2024`, `15. Januar` and `15th of January`.
    private func dayAndMonth(_ text: ScannedText, _ day: ScannedText.Number) -> Day? {
        guard day.count <= 2 else { return nil }
        var next = ordinalEnd(text, day.end)
        next = text.skipping(".", at: next)
        guard text[next] == UInt16(ascii: " ") else { return nil }
        next += 1
        if let word = text.word(at: next), word.text == "of", text[word.end] == UInt16(ascii: " ") {
            next = word.end + 1
        }
        guard let word = text.word(at: next), let month = names.months[word.text] else { return nil }
        return withYear(text, word.end, month, day.value)
    }

    /// `January 15, 2024` and `Jan. 15th`.
    private func monthAndDay(_ text: ScannedText, _ word: ScannedText.Word) -> Day? {
        guard let month = names.months[word.text] else { return nil }
        let next = text.skipping(" ", at: text.skipping(".", at: word.end))
        guard next > word.end, let day = text.number(at: next, digits: 1...2) else { return nil }
        return withYear(text, ordinalEnd(text, day.end), month, day.value)
    }

    private func ordinalEnd(_ text: ScannedText, _ index: Int) -> Int {
        guard let word = text.word(at: index), ["st", "nd", "rd", "th"].contains(word.text) else { return index }
        return word.end
    }

    private func withYear(_ text: ScannedText, _ end: Int, _ month: Int, _ day: Int) -> Day? {
        let next = text.skipping(" ", at: text.skipping(",", at: text.skipping(".", at: end)))
        if next > end, let year = text.number(at: next, digits: 4...4), text[year.end] != UInt16(ascii: ":") {
            return parts(year.value, month, day).map { (year.end, $0) }
        }
        return parts(calendar.component(.year, from: now), month, day).map { (end, $0) }
    }

    private func relativeDay(_ offset: Int) -> DateComponents? {
        guard let date = calendar.date(byAdding: .day, value: offset, to: now) else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        return self.parts(year, month, day)
    }

    private func parts(_ year: Int, _ month: Int, _ day: Int) -> DateComponents? {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        guard (1...lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)).contains(day) else { return nil }
        return DateComponents(year: year, month: month, day: day, hour: 12)
    }
}

extension UInt16 {
    /// Whether it is a part of a number or of a word, whose letters may have accents.
    var isDatePart: Bool { isAlphanumeric || (0xC0...0x24F).contains(self) || (0x370...0x52F).contains(self) }
}

extension ScannedText {
    typealias Number = (value: Int, count: Int, end: Int)
    typealias Word = (text: String, end: Int)

    /// The number at an index; `nil` if the number of its digits is out of a range.
    func number(at index: Int, digits: ClosedRange<Int>) -> Number? {
        var end = index
        var value = 0
        while self[end].isDigit, end - index < digits.upperBound {
            value = value * 10 + Int(self[end] - 0x30)
            end += 1
        }
        return digits.contains(end - index) && !self[end].isDigit ? (value, end - index, end) : nil
    }

    /// The word at an index in lower case; `nil` if no letter is there, or the word is longer than the name of a month.
    func word(at index: Int) -> Word? {
        var end = index
        while self[end].isDatePart, !self[end].isDigit, end - index < 16 { end += 1 }
        guard end > index, !self[end].isDatePart || self[end].isDigit else { return nil }
        return (string(index..<end).lowercased(), end)
    }

    /// The index behind some characters, each of which may be there once.
    func skipping(_ characters: Unicode.Scalar..., at index: Int) -> Int {
        characters.reduce(index) { self[$0] == UInt16(ascii: $1) ? $0 + 1 : $0 }
    }
}
