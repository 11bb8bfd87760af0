/// One word, sign, string or number of a predicate's text, and where it is.
struct Token {
    enum Kind: Equatable {
        case keyword(Keyword)
        /// A name; with colons when it is that of a function: `add:to:`.
        case name(String)
        /// `#name`, without the sign: a key, whatever the name means otherwise.
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

    /// Signs, each with all its spellings folded into one.
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

    /// What an argument is put in for, by the letters behind `%`.
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
    /// Where it begins and ends, in bytes of the text.
    let range: Range<Int>
}
