import AppexPredicates
import Testing

@Suite struct SyntaxErrorTests {
    @Test(arguments: [
        ("", 1, 1), ("   ", 1, 4), ("a", 1, 2), ("a ==", 1, 5), ("a == 1 b", 1, 8), ("== 1", 1, 1),
        ("a == 1 == 2", 1, 8), ("(a == 1", 1, 8), ("a == 1)", 1, 7), ("a == {1, }", 1, 10), ("a == {1 2}", 1, 9),
        ("a == 'x", 1, 6), ("a == 12a", 1, 8), ("a == 0x", 1, 6), ("a == 0b12", 1, 6), ("a == 1e999", 1, 6),
        ("a == '\\u12'", 1, 11), ("a == '\\xg0'", 1, 9), ("a == '\\ud800'", 1, 7),
        ("ä == 1", 1, 1), ("a == 'ö' !", 1, 10), ("e\u{301} = 1", 1, 2), ("a = 'e\u{301}' b", 1, 9),
        ("a = '🇩🇪👩‍👩‍👧' b", 1, 10),
        ("\n\n  a == !", 3, 8), ("a ==\r\n\r\n}", 3, 1), ("a == 1 AND\n\tb ~ 2", 2, 4),
        ("a == $", 1, 7), ("a == $1", 1, 7), ("a.@ == 1", 1, 4), ("a == #", 1, 7), ("a == %y", 1, 7),
        ("a BETWEEN[c] {1, 2}", 1, 10), ("a ==[x] 1", 1, 6), ("a ==[c 1", 1, 8), ("a[1 == 1", 1, 5),
        ("ANY a", 1, 6), ("ANY a == 1 == 2", 1, 12), ("ALL ANY a == 1", 1, 5), ("abs(a == 1) == 1", 1, 7),
        ("abs a == 1", 1, 5), ("add:to: == 1", 1, 9), ("a.b: == 1", 1, 6), ("TRUEPREDICATE == 1", 1, 15),
    ])
    func `the place is exact, in characters from 1`(text: String, line: Int, column: Int) throws {
        let error = try #require(syntaxError(text))
        #expect((error.line, error.column) == (line, column), "\(error)")
    }

    @Test func `the offset counts characters over all lines`() throws {
        let text = "a == 1 AND\r\n\"ä😀\" == b\n!"
        let error = try #require(syntaxError(text))
        #expect(error.offset == text.count - 1)
        #expect((error.line, error.column) == (3, 1))
    }

    @Test func `a variable that a build tool has expanded to nothing is recognised`() throws {
        let error = try #require(
            syntaxError("SUBQUERY ( extensionItems, , SUBQUERY ( , , ANY  UTI-CONFORMS-TO \"a.b\""))
        #expect(error.column == 28)
        #expect(error.expected == "a variable such as $item")
        #expect(error.found == "a comma")
        #expect(error.hint?.contains("build tool") == true)
        for text in ["SUBQUERY(.attachments, , 1 == 1).@count == 1", "ANY .types UTI-CONFORMS-TO \"a\"", "ANY  == 1"] {
            #expect(syntaxError(text)?.hint?.contains("build tool") == true, "\(text)")
        }
        for text in ["SUBQUERY($x.a, , 1 == 1).@count == 1", "age === 30", "age > > 3"] {
            #expect(try #require(syntaxError(text)).hint == nil, "\(text)")
        }
    }

    @Test(arguments: [
        (#"a == \"x\""#, "backslash"), ("a == “x”", "straight"), ("a == ‘x’", "straight"), ("a == `x`", "straight"),
        ("a &amp;&amp; b", "escaped twice"), ("a &lt; 1", "escaped twice"), ("a == 1 & b == 1", "&&"),
        ("a == 1 | b == 1", "||"), ("a : 1", ":="), ("a – 1 == 1", "hyphen"), ("a ≤ 1", "<="),
        ("a == 1; b == 1", "AND or OR"), ("a\u{A0}== 1", "ordinary space"), ("first == 1", "#FIRST"),
        ("a.in == 1", "#IN"),
        ("a NOT IN {1}", "precedes"), ("isOpen", "== YES"), ("a AND b == 1", "== YES"), ("größe == 1", "SELF"),
        ("a.@cont == 1", "@count"), ("a == 1 == 2", "parentheses"), ("a == 50%", "quotation marks"),
    ])
    func `frequent mistakes are recognised`(text: String, hint: String) throws {
        let error = try #require(syntaxError(text))
        #expect(error.hint?.contains(hint) == true, "\(error)")
    }

    @Test(arguments: [
        ("sqr(4) == 2", ["sqrt:"]), ("averge(a) == 1", ["average:"]), ("upper(a) == 'X'", ["uppercase:"]),
        ("modulus(a, 2) == 0", ["modulus:by:"]), ("bitwiseAnd:(a, 1) == 0", ["bitwiseAnd:with:"]),
    ])
    func `an unknown function names its neighbours`(text: String, names: [String]) throws {
        let error = try #require(syntaxError(text))
        #expect(error.expected == "a function")
        #expect(error.column == 1)
        for name in names { #expect(error.hint?.contains(name) == true, "\(error)") }
    }

    @Test func `a function with the wrong number of arguments says how many there are`() throws {
        #expect(syntaxError("sqrt(1, 2) == 1")?.message == "expected 1 argument for sqrt:, found 2")
        #expect(syntaxError("now(1) == 1")?.message == "expected no arguments for now, found 1")
        #expect(syntaxError("sum() == 1")?.message == "expected one argument or more for sum:, found 0")
        #expect(syntaxError("a == 1 AND add:to:(1) == 1")?.column == 12)
    }

    @Test(arguments: [
        ("SUBQUERY == 1", "\"(\" after SUBQUERY"), ("SUBQUERY(a) == 1", "a comma and a variable such as $item"),
        ("SUBQUERY(a, $x) == 1", "a comma and a predicate"),
        ("SUBQUERY(a, x, 1 == 1) == 1", "a variable such as $item"),
        ("TERNARY(a, 1, 2) == 1", "an operator such as == or CONTAINS"),
        ("TERNARY(a == 1, 1) == 1", "a comma and the value if it does not hold"),
        ("CAST(a, b) == 1", "a type's name in quotation marks, such as \"NSNumber\""),
        ("FETCH(a, b, c) == 1", "YES or NO"), ("FUNCTION(a, b) == 1", "a function's name in quotation marks"),
        ("SUBQUERY(a, $x, $x == 1).@count", "an operator such as == or CONTAINS"),
    ])
    func `what is missing in a special form is named`(text: String, expected: String) throws {
        #expect(syntaxError(text)?.expected == expected)
    }

    @Test func `the caret stands below the character`() throws {
        #expect(syntaxError("a == 1 b")?.caret == "a == 1 b\n       ^")
        #expect(syntaxError("a == 1 AND\n\tb ~ 2\nAND c")?.caret == " b ~ 2\n   ^")
        #expect(syntaxError("a ==")?.caret == "a ==\n    ^")
    }

    @Test func `a long line is cut around the caret, on either side`() throws {
        let long = String(repeating: "x", count: 100)
        for text in [long + " ! " + long, "} " + long + long, long + long + " ="] {
            let lines = try #require(syntaxError(text)).caret.split(separator: "\n")
            try #require(lines.count == 2)
            #expect(lines[0].count <= 72)
            let place = lines[1].count - 1
            let under = lines[0].dropFirst(place).first
            #expect(under == (text.hasSuffix("=") ? nil : text.hasPrefix("}") ? "}" : "!"))
        }
    }

    @Test func `nothing of a hostile text reaches the terminal as it is`() throws {
        let error = try #require(syntaxError("a == \u{1B}[31m \u{202E}\u{7} \u{9B}"))
        for text in [error.caret, error.description] {
            #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E || $0.value == 7 })
        }
        let word = try #require(syntaxError("a == 1 " + String(repeating: "b", count: 5000)))
        #expect(word.description.count < 200)
    }

    @Test(arguments: ["", " \n "])
    func `a text without anything in it is no predicate`(text: String) {
        #expect(syntaxError(text)?.message == "expected a predicate, found the end of the text")
    }

    @Test func `the description is one line with the place in front`() throws {
        #expect(
            syntaxError("a == 1 b")?.description
                == "line 1, column 8: expected AND, OR or the end of the text, found the word b")
    }
}
