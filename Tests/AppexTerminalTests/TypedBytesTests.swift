import Testing

@testable import AppexTerminal

@Suite struct TypedBytesTests {
    @Test func `what is typed is kept in its order, and told of once`() {
        let typed = TypedBytes()
        #expect(typed.add([0x61]) == .tell)
        #expect(typed.add([0x62, 0x03]) == .nothing)
        #expect(typed.take() == [0x61, 0x62, 0x03])
        #expect(typed.take() == [])
        #expect(typed.add([0x63]) == .tell)
        #expect(typed.add([]) == .tell)
        #expect(typed.take() == [0x63])
        #expect(typed.take() == nil)
    }

    @Test(arguments: [[[3], [3]], [[3, 3]], [[0x61], [3], [0x62], [3]]] as [[[UInt8]]])
    func `the second interrupt leaves, also when nobody has taken the first`(_ reads: [[UInt8]]) {
        let typed = TypedBytes()
        let effects = reads.map { typed.add($0) }
        #expect(effects.last == .leave)
        #expect(!effects.dropLast().contains(.leave))
    }

    @Test func `what nobody takes is bounded, and an interrupt is heard nevertheless`() {
        let typed = TypedBytes()
        for _ in 0..<300 { _ = typed.add([UInt8](repeating: 0x61, count: 4096)) }
        #expect(typed.add([3]) == .nothing)
        #expect(typed.add([3]) == .leave)
        #expect(typed.take()?.count == TypedBytes.limit)
    }
}
