/// An estimate of how long a text takes to read.
public enum ReadingTime {
    /// What an adult reads of a text in a minute: words, or characters of a script without spaces.
    private static let wordsPerMinute = 230.0, ideographsPerMinute = 450.0

    /// The time in minutes, rounded; at least 1.
    public static func minutes(for texts: some Sequence<String>) -> Int {
        var words = 0
        var ideographs = 0
        for text in texts {
            var isInWord = false
            for scalar in text.unicodeScalars {
                if isIdeograph(scalar) {
                    ideographs += 1
                    isInWord = false
                } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                    if !isInWord { words += 1 }
                    isInWord = true
                } else if scalar.properties.isWhitespace {
                    isInWord = false
                }
            }
        }
        return max(1, Int((Double(words) / wordsPerMinute + Double(ideographs) / ideographsPerMinute).rounded()))
    }

    /// Whether a scalar belongs to a script that is written without spaces between words.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
    }
}
