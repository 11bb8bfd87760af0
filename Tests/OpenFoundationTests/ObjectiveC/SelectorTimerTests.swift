import Foundation
import Testing

@testable import OpenFoundation

private final class Clock: NSObject {
    var ticks: [String] = []
    func tick(_ timer: Timer) { ticks.append(timer.userInfo as? String ?? "tick") }
    func ring(_ bell: Any?) { ticks.append("\(bell ?? "nothing")") }
}

private let members: Void = {
    ObjectiveCMembers.addMethod("clockTick:", of: Clock.self) { it, arguments in it.tick(try arguments.value(at: 0)) }
    ObjectiveCMembers.addMethod("clockRing:", of: Clock.self) { it, arguments in it.ring(try arguments.value(at: 0)) }
}()

/// Each test has a thread of its own with a run loop, because tests run on threads without one.
@Suite(.timeLimit(.minutes(30))) struct SelectorTimerTests {
    init() { members }

    private func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                body()
                continuation.resume()
            }
        }
    }

    private static func turn() {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }

    private static func run(until isDone: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 600)
        while !isDone(), Date() < end { turn() }
    }

    @Test func `a timer calls the method with itself`() async {
        await onThread {
            let clock = Clock()
            let timer = Timer.scheduledTimer(
                timeInterval: 0.001, target: clock, selector: "clockTick:", userInfo: "now", repeats: true)
            Self.run { clock.ticks.count >= 3 }
            timer.invalidate()
            let count = clock.ticks.count
            #expect(clock.ticks.prefix(3) == ["now", "now", "now"])
            Self.turn()
            #expect(clock.ticks.count == count)
        }
    }

    @Test func `a timer keeps its target until it has fired or is invalidated`() async {
        await onThread {
            weak var clock: Clock?
            let make = { (repeats: Bool) in
                let made = Clock()
                clock = made
                return Timer(timeInterval: 0.001, target: made, selector: "clockTick:", userInfo: nil, repeats: repeats)
            }
            let once = make(false)
            #expect(clock != nil)
            RunLoop.current.add(once, forMode: .default)
            Self.run { clock == nil }
            #expect(clock == nil && !once.isValid)
            let often = make(true)
            #expect(clock != nil)
            often.invalidate()
            #expect(clock == nil)
        }
    }

    @Test func `a call with a delay comes later, and can be cancelled`() async {
        await onThread {
            let clock = Clock()
            clock.perform("clockRing:", with: "late", afterDelay: 60)
            clock.perform("clockRing:", with: "soon", afterDelay: 0)
            clock.perform("clockRing:", with: "never", afterDelay: 0.002)
            clock.perform("clockRing:", with: nil, afterDelay: 0.002)
            NSObject.cancelPreviousPerformRequests(withTarget: clock, selector: "clockRing:", object: "never")
            #expect(clock.ticks.isEmpty)
            Self.run { clock.ticks.count == 2 }
            #expect(clock.ticks.sorted() == ["nothing", "soon"])
            clock.perform("clockRing:", with: "never", afterDelay: 0)
            NSObject.cancelPreviousPerformRequests(withTarget: clock)
            Self.turn()
            #expect(clock.ticks.count == 2)
        }
    }

    @Test func `nothing is stored for an object after its calls have begun`() async {
        await onThread {
            let clock = Clock()
            clock.perform("clockRing:", with: nil, afterDelay: 0)
            #expect(DelayedCalls.shared.isStored(clock))
            Self.run { !clock.ticks.isEmpty }
            #expect(!DelayedCalls.shared.isStored(clock))
        }
    }

    @MainActor
    @Test func `a call on the main thread comes at once, or in its next turn`() async {
        let clock = Clock()
        clock.performSelector(onMainThread: "clockRing:", with: "at once", waitUntilDone: true)
        clock.performSelector(onMainThread: "clockRing:", with: "later", waitUntilDone: false)
        #expect(clock.ticks == ["at once"])
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(clock.ticks == ["at once", "later"])
    }
}
