import Foundation
import Testing

@testable import OpenFoundation

private final class Answerer: NSObject, Sendable {
    let continuation: CheckedContinuation<String, Never>
    init(_ continuation: CheckedContinuation<String, Never>) { self.continuation = continuation }
    func answer(_ argument: Any?) {
        continuation.resume(returning: "\(argument ?? "nothing")")
    }
}

private let members: Void = ObjectiveCMembers.addMethod("answererAnswer:", of: Answerer.self) { it, arguments in
    it.answer(try arguments.value(at: 0))
}

@Suite(.timeLimit(.minutes(30))) struct DetachedThreadTests {
    @Test func `a new thread calls the method with the argument`() async {
        members
        let answer = await withCheckedContinuation { continuation in
            Thread.detachNewThreadSelector(
                "answererAnswer:", toTarget: Answerer(continuation), with: "a word" as String?)
        }
        #expect(answer == "a word")
    }
}
