import OpenViewTree
import Testing

@testable import AppexTerminal

/// What a person is told when sharing has not worked.
@Suite struct UnsavedResultTests {
    private struct Failure: Error {}

    private func title(_ error: any Error) -> String? {
        let tree = ViewTree.notice(of: error, from: "Short", describe: { $0 is Failure ? "The disk is full." : "?" })
        let alert = tree.nodes.values.first { $0.kind == .alert }
        return (alert?.text(.title)).map { "\($0): \(alert?.text(.detail) ?? "")" }
    }

    @Test func `an extension whose result cannot be saved has not failed`() {
        #expect(title(Failure()) == "Short failed: The disk is full.")
        #expect(
            title(UnsavedResult(reason: Failure())) == "Short is done, but its result was not saved: The disk is full.")
    }
}
