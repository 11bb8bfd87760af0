import Testing

@testable import AppexWire

/// Which messages are read.
@Suite struct HearingTests {
    @Test(arguments: [
        (Hearing.everything, [true, true]), (.only([1]), [true, false]), (.only([]), [false, false]),
        (.answers, [false, false]),
    ])
    func `a connection reads what it hears`(hearing: Hearing, expected: [Bool]) {
        #expect([1, 2].map(hearing.reads) == expected)
    }
}
