/// One word, sign, string or number of a predicate's text, and its place.
struct Token {
    enum Kind: Equatable {
        case keyword(Keyword)
        /// A name; that of a function includes its colons: `add:to:`.
        case name(String)
        /// `#name`, without the sign: a key, even if the name is a keyword.
        case escapedName(String)
        /// `@name`, without the sign.
        case collectionOperator(String)
        /// `$name`, without the sign.
        case variable(String)
        case string(String)
        case integer(UInt64)
        case real(Double)
        case placeholder(Placeholder)
        case sign(Sign)
        case end
    }

    /// Signs; the different spellings of one operator share a case.
    enum Sign: String {
        case or = "||"
        case and = "&&"
        case not = "!"
        case equal = "=="
        case notEqual = "!="
        case lessThan = "<"
        case lessThanOrEqual = "<="
        case greaterThan = ">"
        case greaterThanOrEqual = ">="
        case assign = ":="
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divide = "/"
        case power = "**"
        case dot = "."
        case comma = ","
        case open = "("
        case close = ")"
        case openBrace = "{"
        case closeBrace = "}"
        case openBracket = "["
        case closeBracket = "]"
    }

    /// The kinds of arguments, by the letters after `%`.
    enum Placeholder: Equatable {
        /// `%@`
        case value
        /// `%K`
        case keyPath
        /// `%d` and its relatives
        case integer
        /// `%f` and its relatives
        case real
        /// `%c`
        case character
        /// `%s`
        case string
    }

    let kind: Kind
    /// The range of the token in bytes of the text.
    let range: Range<Int>
}
