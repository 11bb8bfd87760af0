import AppexSystem
import Foundation
import Testing

@testable import OpenFoundation

/// `performExpiringActivity` against a clock that the tests themselves are.
@Suite struct ExpiringActivityTests {
    @Test func `an activity is called with false, on a queue where several run at a time`() async throws {
        let work = ProtectedWork()
        let (first, second) = (Promise<Bool>(), Promise<Bool>())
        let meeting = DispatchSemaphore(value: 0)
        ProcessInfo.perform(
            { expired in
                // Waits for the other one, which a serial queue would never come to.
                meeting.wait()
                first.give(expired)
            }, in: work)
        ProcessInfo.perform(
            { expired in
                meeting.signal()
                second.give(expired)
            }, in: work)
        #expect(try await first.value == false)
        #expect(try await second.value == false)
    }

    @Test func `AT-30: an activity is called again, with true, on another thread while it runs`() async throws {
        let work = ProtectedWork()
        let history = History()
        let stop = DispatchSemaphore(value: 0)
        let (begun, settled) = (Promise<pthread_t>(), Promise<Void>())
        let again = Promise<pthread_t>()
        ProcessInfo.perform(
            { expired in
                history.add("\(expired)")
                if expired {
                    again.give(pthread_self())
                    return _ = stop.signal()
                }
                begun.give(pthread_self())
                stop.wait()
                history.add("ended")
            }, in: work)
        let thread = try await begun.value
        work.prepareForSuspension { settled.give(()) }
        work.expire {}
        #expect(try await again.value != thread)
        try await settled.value
        #expect(history.all == ["false", "true", "ended"])
    }

    @Test func `64 activities that wait for each other all begin, and are all told to end`() async throws {
        let work = ProtectedWork()
        let begun = Meeting(of: 64)
        let ended = (1...64).map { _ in Promise<Void>() }
        for end in ended {
            ProcessInfo.perform(
                { _ in
                    begun.wait()
                    end.give(())
                }, in: work)
        }
        for end in ended { try await end.value }

        let running = Meeting(of: 65)
        let stopped = (1...64).map { _ in Promise<Void>() }
        let again = Meeting(of: 128)
        for stop in stopped {
            ProcessInfo.perform(
                { expired in
                    if !expired { running.wait() }
                    // The first and the second calls of all wait for each other.
                    again.wait()
                    if !expired { stop.give(()) }
                }, in: work)
        }
        await withCheckedContinuation { done in
            HandlerThreads.own.run {
                running.wait()
                done.resume()
            }
        }
        work.expire {}
        for stop in stopped { try await stop.value }
    }

    @Test func `work that goes on is told once that its time is over`() throws {
        let work = ProtectedWork()
        let history = History()
        let number = try #require(work.begin(.activity) { history.add("expired") })
        work.expire {}
        work.expire {}
        #expect(history.all == ["expired"])
        work.end(number)
    }

    @Test func `an activity for which there is no time is called once, with true`() async throws {
        let work = ProtectedWork()
        work.prepareForSuspension {}
        let history = History()
        for number in 1...2 {
            let called = Promise<Bool>()
            ProcessInfo.perform(
                { expired in
                    history.add("\(number)")
                    called.give(expired)
                }, in: work)
            #expect(try await called.value == true)
        }
        #expect(history.all == ["1", "2"])
        // A host makes it an ordinary process again.
        work.resume()
        let called = Promise<Bool>()
        ProcessInfo.perform({ called.give($0) }, in: work)
        #expect(try await called.value == false)
    }

    @Test func `an empty reason is refused`() async throws {
        let called = Promise<Bool>()
        ProcessInfo.processInfo.performExpiringActivity(withReason: "") { called.give($0) }
        #expect(try await called.value == true)
        let again = Promise<Bool>()
        ProcessInfo.processInfo.performExpiringActivity(withReason: "a test") { again.give($0) }
        #expect(try await again.value == false)
    }

    @Test func `what is running keeps the process from being frozen, and completion handlers are told apart`() {
        let work = ProtectedWork()
        let history = History()
        let activity = work.begin(.activity) { history.add("activity told") }
        let handler = work.begin(.completionHandler) { history.add("handler told") }
        work.prepareForSuspension { history.add("settled") }
        work.expire { history.add("handlers ended") }
        #expect(Set(history.all) == ["activity told", "handler told"])
        handler.map(work.end)
        #expect(history.all.last == "handlers ended")
        activity.map(work.end)
        #expect(history.all.count == 4 && history.all.last == "settled")
    }

    @Test func `a host that comes in between is answered by nothing`() {
        let work = ProtectedWork()
        let history = History()
        let number = work.begin(.completionHandler) {}
        work.prepareForSuspension { history.add("settled") }
        work.expire { history.add("handlers ended") }
        work.resume()
        number.map(work.end)
        #expect(history.all.isEmpty)
        work.prepareForSuspension { history.add("settled later") }
        #expect(history.all == ["settled later"])
    }
}
