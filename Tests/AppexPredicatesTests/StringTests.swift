import AppexPredicates
import Testing

@Suite struct StringTests {
    @Test(arguments: [
        ("'abc' BEGINSWITH 'ab'", true), ("'abc' BEGINSWITH 'bc'", false), ("'abc' ENDSWITH 'bc'", true),
        ("'abc' ENDSWITH 'abcd'", false), ("'abc' CONTAINS 'b'", true), ("'aab' CONTAINS 'ab'", true),
        ("'ababac' CONTAINS 'abac'", true), ("'abc' CONTAINS 'abcd'", false), ("'abc' BEGINSWITH[c] 'AB'", true),
        ("'äbc' BEGINSWITH[d] 'a'", true), ("'xÄbc' CONTAINS[cd] 'abC'", true), ("'xÉ' ENDSWITH[cd] 'e'", true),
        ("'aaaaaaaaab' CONTAINS 'aaab'", true), ("'aabaabaaab' CONTAINS 'aabaaab'", true),
    ])
    func `BEGINSWITH, ENDSWITH and CONTAINS`(text: String, result: Bool) throws {
        #expect(try holds(text) == result)
    }

    @Test func `the empty string is found nowhere, or everywhere when the context says so`() throws {
        for text in ["'abc' BEGINSWITH ''", "'abc' ENDSWITH ''", "'abc' CONTAINS ''", "'' IN 'abc'", "'' CONTAINS ''"] {
            #expect(try !holds(text))
            var context = EvaluationContext()
            context.findsEmptyString = true
            #expect(try holds(text, nil, context))
        }
    }

    @Test func `strings are equal letter by letter, unless options say otherwise`() throws {
        #expect(try holds("'a' == 'a' AND 'a' != 'A' AND 'a' ==[c] 'A' AND 'a' !=[c] 'b'"))
        #expect(try holds("'é' ==[d] 'e' AND 'é' !=[c] 'e' AND 'É' ==[cd] 'e'"))
        // Composed and decomposed letters are different, but for d.
        #expect(try holds("'\\u00e9' != 'e\\u0301' AND '\\u00e9' ==[d] 'e\\u0301'"))
        #expect(try holds("'É' !=[ncd] 'e' AND 'A' !=[cn] 'a'"))
        #expect(try holds("'STRASSE' ==[c] 'straße' OR 'STRASSE' !=[c] 'straße'"))
        #expect(try holds("'ΟΔΟΣ' ==[c] 'οδοσ'"))
    }

    @Test func `strings have an order, letter by letter unless options say otherwise`() throws {
        #expect(try holds("'a' < 'b' AND 'a' < 'aa' AND '' < 'a' AND 'B' < 'a' AND 'a' <= 'a' AND 'b' >= 'a'"))
        #expect(try holds("'a' <[c] 'B' AND 'é' <[d] 'f' AND NOT 'é' < 'f'"))
        #expect(try holds("'z' < 'ä'"))
    }

    @Test func `l compares by the rules of a language`() throws {
        var context = EvaluationContext()
        context.localeIdentifier = "de_DE"
        #expect(try holds("'ä' <[l] 'z' AND 'ä' >[l] 'a' AND 'a' ==[l] 'a' AND 'a' !=[l] 'b'", nil, context))
        #expect(try holds("'Ä' ==[lc] 'ä' AND 'Äpfel' BEGINSWITH[lc] 'ä' AND 'Apfel' CONTAINS[cl] 'PF'", nil, context))
        context.localeIdentifier = "tr_TR"
        #expect(try holds("'TITLE' BEGINSWITH[lc] 't\\u0131'", nil, context))
        #expect(try !holds("'TITLE' BEGINSWITH[c] 't\\u0131'", nil, context))
    }

    @Test(arguments: [
        ("abc", "abc", true), ("abc", "ab", false), ("abc", "a?c", true), ("ac", "a?c", false), ("abc", "*", true),
        ("", "*", true), ("", "?", false), ("", "", true), ("a", "", false), ("abc", "a*", true), ("abc", "*c", true),
        ("abc", "*b*", true), ("abc", "*d*", false), ("aab", "*ab", true), ("abab", "*ab", true),
        ("abcabd", "a*b?", true), ("abc", "a**c", true), ("abc", "???", true), ("abc", "????", false),
        ("a*c", #"a\*c"#, true), ("abc", #"a\*c"#, false), ("a?c", #"a\?c"#, true), (#"a\c"#, #"a\\c"#, true),
        (#"a\"#, #"a\"#, true), ("aXbXc", "a*X?", true), ("mississippi", "m*iss*pi", true), ("中文", "?文", true),
    ])
    func `LIKE has ? for one character, * for any, and a backslash for either itself`(
        text: String, pattern: String, result: Bool
    ) throws {
        #expect(try parsed("SELF LIKE %@", .value(.string(pattern))).evaluate(with: .string(text)) == result)
    }

    @Test func `LIKE knows the options`() throws {
        #expect(try holds("'ÄBC' LIKE[c] 'ä*'"))
        #expect(try holds("'ÄBC' LIKE[cd] 'a?c'"))
        #expect(try !holds("'ÄBC' LIKE 'ä*'"))
    }

    @Test(arguments: ["1 BEGINSWITH '1'", "'1' BEGINSWITH 1", "1 LIKE '*'", "{'a'} ENDSWITH 'a'", "'a' LIKE {'a'}"])
    func `an operator of strings with anything else is an error`(text: String) throws {
        #expect(try failure(text) == .typeMismatch)
    }
}
