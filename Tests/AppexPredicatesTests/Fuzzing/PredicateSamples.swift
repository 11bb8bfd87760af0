/// Predicates with every construct of the language: what is mutated, and what the fuzzer begins with.
enum PredicateSamples {
    static let texts = [
        "TRUEPREDICATE", "FALSEPREDICATE AND NOT TRUEPREDICATE", "",
        """
        SUBQUERY (extensionItems, $extensionItem,
            SUBQUERY ($extensionItem.attachments, $attachment,
                ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image" ||
                ANY $attachment.registeredTypeIdentifiers UTI-EQUALS 'public.url'
            ).@count == $extensionItem.attachments.@count
        ).@count == 1
        """,
        "extensionItems.@count >= 1 and a BETWEEN { 1, 10 } && !( NONE b CONTAINS[cd] \"x\") OR ALL c <> nil",
        #"SUBQUERY(a, $i, $i.userInfo."a key" == YES AND $i.name MATCHES "srv:[0-9A-F-]{3}(:/)?").@count > 0"#,
        "SUBQUERY ( extensionItems, , SUBQUERY ( , , ANY  UTI-CONFORMS-TO \"public.url\").@count == 1).@count == 1",
        "a + b * -c ** 2 - (d / 3) <= modulus:by:(abs(e), 0x1F) + 1.5e3 AND sum({1, 2.0, nil}) == max(1, 2)",
        "TERNARY(a = 1, CAST('12', 'NSNumber'), FUNCTION(b, 'f:g:', 1, 2)) != FETCH(a, b, NO)",
        "({1, 2} UNION {3} INTERSECT a MINUS b).@count IN {1, 2}",
        "a[FIRST].#first.@distinctUnionOfObjects.x[SIZE] == b[0][1 + 2][LAST] OR $x := 1 == $x",
        #"name LIKE[c] "*a?\\*\"" OR name BEGINSWITH '\u00e4\n\t' OR 'z' ENDSWITH[nl] name"#,
        "(a == 1) == (b < 2 OR c => 3) AND ANYKEY == SELF AND SELF.x =< -9223372036854775808",
        "a == %@ AND %K == %d AND %f > 0", "now() > CAST(12.5, 'NSDate') AND CAST('00ff', 'NSData') == nil",
        "((((((((a == 1))))))))", "NOT NOT NOT a == 1", "a == “b”", "a == \\\"b\\\"", "a == 'b", "a & b", "$ == 1",
    ]

    /// Pieces that are put into other texts.
    static let pieces = [
        "(", ")", "{", "}", "[", "]", ",", ".", "$x", "@count", "@sum", "#", "\"", "'", "\\", "%@", "%", "0x", "1e999",
        "-", "**", ":=", "==", "<>", "&&", "||", "!", " AND ", " OR ", " NOT ", "ANY ", "SUBQUERY(", "TERNARY(",
        "CAST(",
        "UTI-CONFORMS-TO", "[cd]", "SELF", "nil", "abs(", "a", "9223372036854775808", "\u{0}", "é", "🇩🇪", "\r\n",
    ]
}
