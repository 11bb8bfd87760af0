import SystemPackage
import Testing

@testable import AppexBroker

@Suite struct CrashHistoryTests {
    private let bundle: FilePath = "/device/One.appex"
    private let start = ContinuousClock.now

    private func waits(_ seconds: [Int]) -> (CrashHistory, [Duration?]) {
        var history = CrashHistory()
        let waits = seconds.map { second -> Duration? in
            history.crashed(bundle, at: start + .seconds(second), report: "report \(second)")
            return history.refusal(of: bundle, at: start + .seconds(second))?.left
        }
        return (history, waits)
    }

    @Test func `the third crash within a minute costs a second, and each further one twice as much`() {
        let (history, waits) = waits([0, 1, 2, 3, 5, 9, 17, 33, 65, 125, 185])
        #expect(waits == [nil, nil] + [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        let refusal = history.refusal(of: bundle, at: start + .seconds(244))
        #expect(refusal == CrashHistory.Refusal(crashes: 11, left: .seconds(1), report: "report 185"))
        #expect(history.refusal(of: bundle, at: start + .seconds(245)) == nil)
    }

    @Test func `crashes far apart cost nothing`() {
        #expect(waits([0, 30, 60, 90, 120, 150]).1 == [nil, nil, nil, nil, nil, nil])
    }

    @Test func `a minute in which nothing happens makes it good`() {
        #expect(waits([0, 0, 0, 0, 61, 126]).1 == [nil, nil, .seconds(1), .seconds(2), .seconds(4), nil])
    }

    @Test func `an answered request makes it good`() {
        var (history, _) = waits([0, 1, 2])
        history.succeeded("/device/Two.appex")
        #expect(history.refusal(of: bundle, at: start + .seconds(2)) != nil)
        history.succeeded(bundle)
        #expect(history.refusal(of: bundle, at: start + .seconds(2)) == nil)
        history.crashed(bundle, at: start + .seconds(3), report: nil)
        #expect(history.refusal(of: bundle, at: start + .seconds(3)) == nil)
    }

    @Test func `others are started meanwhile, an update too`() {
        let (history, _) = waits([0, 0, 0])
        #expect(history.refusal(of: "/device/new/One.appex", at: start) == nil)
    }

    @Test func `what is remembered is bounded, and the last one is kept`() {
        var history = CrashHistory()
        for number in 0..<2000 {
            for _ in 0..<3 { history.crashed(FilePath("/\(number)"), at: start + .milliseconds(number), report: nil) }
        }
        let known = (0..<2000).filter { history.refusal(of: FilePath("/\($0)"), at: start + .seconds(2)) != nil }
        #expect(known == Array(1744..<2000))
    }
}
