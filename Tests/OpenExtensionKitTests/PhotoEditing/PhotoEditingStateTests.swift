import Testing

@testable import OpenExtensionKit

/// The course of a session of editing.
@Suite struct PhotoEditingStateTests {
    private static func state(_ steps: (inout PhotoEditingState) -> Void) -> PhotoEditingState {
        var state = PhotoEditingState()
        steps(&state)
        return state
    }

    private static let editing = state { _ in }
    private static let finishing = state { _ = $0.beginFinishing() }
    private static let ended = state { _ = $0.cancel() }

    @Test func `a result is asked for once at a time, and only while editing`() {
        var (editing, finishing, ended) = (Self.editing, Self.finishing, Self.ended)
        #expect(editing.beginFinishing() && editing == Self.finishing)
        #expect(!finishing.beginFinishing() && finishing == Self.finishing)
        #expect(!ended.beginFinishing() && ended == Self.ended)
        #expect([Self.editing, Self.finishing, Self.ended].map(\.isFinishing) == [false, true, false])
        #expect([Self.editing, Self.finishing, Self.ended].map(\.hasEnded) == [false, false, true])
    }

    @Test func `only a result that was asked for ends the session`() {
        var (editing, finishing, ended) = (Self.editing, Self.finishing, Self.ended)
        #expect(!editing.finish() && editing == Self.editing)
        #expect(finishing.finish() && finishing.hasEnded)
        #expect(!ended.finish() && ended == Self.ended)
    }

    @Test func `editing continues after a result that cannot be used, but not after the end`() {
        var (editing, finishing, ended) = (Self.editing, Self.finishing, Self.ended)
        editing.resume()
        finishing.resume()
        ended.resume()
        #expect(editing == Self.editing && finishing == Self.editing && ended == Self.ended)
    }

    @Test func `a session is cancelled once`() {
        var (editing, finishing, ended) = (Self.editing, Self.finishing, Self.ended)
        #expect(editing.cancel() && editing == Self.ended)
        #expect(finishing.cancel() && finishing == Self.ended)
        #expect(!ended.cancel() && ended == Self.ended)
    }
}
