import OpenUniformTypeIdentifiers
import Testing

@testable import AppexActivation

/// An index whose parts contradict each other is refused, whatever they are.
@Suite struct MatchIndexCodingTests {
    private func reason(_ program: RuleProgram, roots: [Int32], adding bytes: [UInt8] = []) -> String? {
        let index = MatchIndex(program: program, predicates: [], roots: roots, types: .system)
        do throws(MatchIndexError) {
            _ = try MatchIndex(decoding: index.encoded() + bytes, types: .system)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Two nodes, and a conjunction and a disjunction of them.
    private var program: RuleProgram {
        var program = RuleProgram()
        program.levels[RuleLevel.share.rawValue].operands = [0, 1, 0, 1]
        program.levels[RuleLevel.share.rawValue].nodes = [
            RuleNode(.always), RuleNode(.hasText), RuleNode(.all, of: 0, count: 2), RuleNode(.any, of: 2, count: 2),
        ]
        return program
    }

    @Test func `a sound index is read`() {
        #expect(reason(program, roots: [0, 1, 2, 3]) == nil)
    }

    @Test func `a rule refers to one of the nodes`() {
        for root in [-1, 4, 5, .max] as [Int32] {
            #expect(reason(program, roots: [root]) == "a rule refers to something that is not there")
        }
    }

    @Test func `no bytes are left over`() {
        #expect(reason(program, roots: [0], adding: [0]) == "bytes are left over")
    }

    @Test func `two nodes share no operands`() {
        var program = program
        program.levels[RuleLevel.share.rawValue].nodes[3] = RuleNode(.any, of: 0, count: 4)
        #expect(reason(program, roots: [3]) == "a node refers to operands of another one")
    }

    @Test func `every operand belongs to a node`() {
        var program = program
        program.levels[RuleLevel.share.rawValue].operands.append(0)
        #expect(reason(program, roots: [3]) == "an operand belongs to no node")
    }
}
