import Foundation

/// The word or phrase that *Highlight* marks in a page.
public struct WordChoice: Sendable, Equatable {
    /// The word or phrase, with single spaces.
    public let word: String
    /// How often it occurs among the words of the page that were handed over.
    public let count: Int

    /// The maximum number of words of a page that are looked at.
    public static let wordLimit = 20_000
    /// The maximum size of a selection that is marked as a whole, in bytes of UTF-8. Of a longer one, a word is chosen.
    public static let selectionBytes = 100
    /// The maximum size of a word, in bytes of UTF-8. Longer ones are ignored.
    private static let wordBytes = 100

    /// Chooses the selection, or else the most frequent word that means something.
    ///
    /// - Parameter results: what the `run` function of `Highlight.js` has passed to `completionFunction`; any dictionary.
    /// - Returns: nil if there is no word.
    public init?(results: [String: Any]) {
        let words = (results["words"] as? [Any] ?? []).prefix(Self.wordLimit).compactMap { $0 as? String }
            .filter { $0.utf8.count <= Self.wordBytes }
        // More of a selection is not needed to choose a word of it.
        let selection = (results["selection"] as? String ?? "").prefix(bytes: 64 * 1024).onOneLine
        guard selection.utf8.count > Self.selectionBytes else {
            self.init(selection: selection, words: words)
            return
        }
        guard let word = Self.mostFrequent(Self.words(in: selection)) ?? Self.mostFrequent(words) else { return nil }
        self.init(word: word, count: Self.occurrences(of: [word.lowercased()], in: words))
    }

    private init?(selection: String, words: [String]) {
        let phrase = Self.words(in: selection).map { $0.lowercased() }
        guard phrase.isEmpty else {
            self.init(word: selection, count: Self.occurrences(of: phrase, in: words))
            return
        }
        guard let word = Self.mostFrequent(words) else { return nil }
        self.init(word: word, count: Self.occurrences(of: [word.lowercased()], in: words))
    }

    private init(word: String, count: Int) {
        self.word = word
        self.count = count
    }

    /// The words of a text: letters and digits, with apostrophes and hyphens inside, as `Highlight.js` divides a page.
    static func words(in text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || "'’-".contains($0)) }
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'’-")) }
            .filter { !$0.isEmpty && $0.utf8.count <= wordBytes }
    }

    /// The most frequent of the words that mean something, in the form in which it occurs first; of several, the one that
    /// occurs first.
    private static func mostFrequent(_ words: [String]) -> String? {
        var counts: [String: (count: Int, first: Int)] = [:]
        for (index, word) in words.enumerated() {
            let word = word.lowercased()
            guard isMeaningful(word) else { continue }
            counts[word, default: (0, index)].count += 1
        }
        let most = counts.max { ($0.value.count, $1.value.first) < ($1.value.count, $0.value.first) }
        return most.map { words[$0.value.first] }
    }

    /// Whether a word in lower case says what a text is about.
    private static func isMeaningful(_ word: String) -> Bool {
        let letters = word.unicodeScalars.filter(\.properties.isAlphabetic)
        // A word of Chinese or Japanese is short.
        let enough = letters.contains(where: \.properties.isIdeographic) ? 2 : 4
        return letters.count >= enough && !commonWords.contains(word)
    }

    private static func occurrences(of phrase: [String], in words: [String]) -> Int {
        let words = words.map { $0.lowercased() }
        var count = 0
        var index = 0
        while index + phrase.count <= words.count {
            if words[index..<(index + phrase.count)].elementsEqual(phrase) {
                count += 1
                index += phrase.count
            } else {
                index += 1
            }
        }
        return count
    }

    /// Words of four letters and more that occur in every text, in English, German, French and Spanish.
    private static let commonWords = Set(
        """
        about above after again also although always among another because been before being below between both cannot \
        could does down during each either else even ever every from have having here hers himself however into itself \
        just like made make many more most much must neither never only other others ours over said same shall should \
        since some such than that their theirs them themselves then there these they this those through thus under \
        until upon very well were what when where whether which while whom whose will with within without would your \
        yours \
        aber alle allem allen aller alles also auch ausser beim bereits damit dann dass dein denn deren dessen dich \
        diese diesem diesen dieser dieses doch dort durch eine einem einen einer eines euch euer hatte hatten haben \
        hier ihnen ihre ihrem ihren ihrer jede jedem jeden jeder jedes jetzt kann kein keine keinem keinen keiner \
        können machen mehr mein meine mich muss nach nicht nichts noch oder ohne schon sehr sein seine seinem seinen \
        seiner sich sind soll sonst über unter viel vom waren weil welche welcher wenn werden wieder will wird wurde \
        wurden zwar zwischen \
        ainsi alors après aussi autre autres avait avant avec avoir beaucoup cela celle celui ceux chaque comme dans \
        depuis donc elle elles encore entre était être leur leurs mais même mêmes moins notre nous parce pendant peut \
        plus pour quand quel quelle quelque sans selon sera sont sous tous tout toute toutes très votre vous \
        algunos ante antes aquel como contra cual cuando desde donde durante ellos entre eran esas esos esta está \
        están estas este esto estos había hacia hasta luego mientras mucho muchos nada otra otras otro otros para pero \
        poco porque puede según siempre sobre también tanto tiene todo todos unas unos
        """.split(separator: " ").map(String.init))
}
