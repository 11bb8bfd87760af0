import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexWire
import Testing

@testable import AppexBroker

/// Every arrow of `Documentation/LifeCycle.md`, and what must lead nowhere.
@Suite struct ProcessTransitionTests {
    /// Something that happens to the process under test.
    enum Event: CaseIterable {
        case programStarted, sessionOpened, sessionClosed, requestAbandoned
        case extensionReady, handlersEnded, lateAnswer
        case backgroundTimeOver, graceTimeOver, graceTimeOverUngreeted, lingerTimeOver
        case suspensionFailed, breaksLimit, controlClosed, controlGraceOver
        case appRemoved, endIsLate, launcherServes, exited, launcherEnded
    }

    typealias Phase = LiveProcess.Phase

    /// Where each event leads from each state; nil for a process that is gone. What is not listed changes nothing.
    static let transitions: [(from: Phase, Event, to: Phase?)] = [
        (.starting, .programStarted, .running), (.starting, .sessionClosed, .quiescing),
        (.starting, .requestAbandoned, .ending), (.starting, .breaksLimit, .ending), (.starting, .appRemoved, .ending),
        (.starting, .exited, nil), (.starting, .launcherEnded, nil),
        (.running, .sessionClosed, .quiescing), (.running, .requestAbandoned, .ending),
        (.running, .controlGraceOver, .ending), (.running, .breaksLimit, .ending), (.running, .appRemoved, .ending),
        (.running, .exited, nil), (.running, .launcherEnded, nil),
        (.quiescing, .sessionOpened, .running), (.quiescing, .extensionReady, .frozen),
        (.quiescing, .graceTimeOver, .ending), (.quiescing, .graceTimeOverUngreeted, .ending),
        (.quiescing, .controlGraceOver, .ending), (.quiescing, .breaksLimit, .ending),
        (.quiescing, .appRemoved, .ending), (.quiescing, .exited, nil), (.quiescing, .launcherEnded, nil),
        (.frozen, .sessionOpened, .running), (.frozen, .lingerTimeOver, .ending), (.frozen, .suspensionFailed, .ending),
        (.frozen, .controlGraceOver, .ending), (.frozen, .breaksLimit, .ending), (.frozen, .appRemoved, .ending),
        (.frozen, .exited, nil), (.frozen, .launcherEnded, nil),
        (.ending, .launcherServes, .stuck), (.ending, .exited, nil), (.ending, .launcherEnded, nil),
        (.stuck, .exited, nil), (.stuck, .launcherEnded, nil),
    ]

    @Test(arguments: Phase.allCases, Event.allCases)
    func `an event leads where the document says, and nowhere else`(from: Phase, event: Event) throws {
        var (bench, number, session) = try Self.process(in: from)
        try #require(bench.phase(number) == from)
        Self.happen(event, &bench, number, session)
        let row = Self.transitions.first { $0.from == from && $0.1 == event }
        #expect(bench.phase(number) == (row == nil ? from : row?.to))
        #expect(bench.violations == [])
    }

    /// A process in a state, reached the shortest way.
    private static func process(in phase: Phase) throws -> (TableBench, ProcessNumber, SessionNumber) {
        var bench = TableBench()
        let number = try bench.start()
        let session = bench.open(in: number)
        bench.name(number)
        if phase == .starting { return (bench, number, session) }
        bench.apply { $0.programStarted(number, pid: 7, initPid: 6) }
        switch phase {
        case .starting, .running: break
        case .quiescing: bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        case .frozen:
            bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
            happen(.extensionReady, &bench, number, session)
        case .ending, .stuck:
            bench.apply { $0.stop(number, .keptFile) }
            bench.apply { $0.endOrdered(of: number) }
            if phase == .stuck { bench.apply { $0.launcherAnswered(about: number, isInKernel: true) } }
        }
        return (bench, number, session)
    }

    private static func happen(
        _ event: Event, _ bench: inout TableBench, _ number: ProcessNumber, _ session: SessionNumber
    ) {
        let round = bench.table.processes[number]?.suspension?.round ?? SuspensionRound(rawValue: 0)
        let now = bench.now
        switch event {
        case .programStarted: bench.apply { $0.programStarted(number, pid: 7, initPid: 6) }
        case .sessionOpened:
            guard bench.table.joinable(.test()) == number else { return }
            bench.open(in: number)
        case .sessionClosed: bench.apply { _ = $0.close(session, client: .one, abandoned: false) }
        case .requestAbandoned: bench.apply { _ = $0.abandon(session, client: .one, .hungUp, detail: "", at: now) }
        case .extensionReady: bench.apply { $0.suspensionAnswered(.isReady, round, of: number) }
        case .handlersEnded: bench.apply { $0.suspensionAnswered(.haveHandlersEnded, round, of: number) }
        case .lateAnswer:
            bench.apply { $0.suspensionAnswered(.isReady, SuspensionRound(rawValue: round.rawValue + 1), of: number) }
        case .backgroundTimeOver: bench.fire(.backgroundTime(number, round))
        case .graceTimeOver, .graceTimeOverUngreeted:
            bench.fire(.backgroundTime(number, round))
            bench.fire(.graceTime(number, round), isGreeted: event == .graceTimeOver)
        case .lingerTimeOver:
            for timer in bench.timers.keys { if case .linger = timer { bench.fire(timer) } }
        case .suspensionFailed: bench.apply { $0.suspensionFailed(of: number) }
        case .breaksLimit: bench.apply { $0.stop(number, .limit(.memory(used: 2, limit: 1))) }
        case .controlClosed: bench.apply { $0.controlClosed(of: number) }
        case .controlGraceOver:
            bench.apply { $0.controlClosed(of: number) }
            bench.fire(.controlGrace(number))
        case .appRemoved: bench.apply { $0.remove(application: .test("org.example.App")) }
        case .endIsLate: bench.fire(.end(number))
        case .launcherServes: bench.apply { $0.launcherAnswered(about: number, isInKernel: true) }
        case .exited: bench.exit(number)
        case .launcherEnded: bench.apply { [launcher = bench.launcher] in $0.launcherEnded(launcher) }
        }
    }
}

extension ClientNumber {
    /// The client of a test that has only one.
    static let one = ClientNumber(rawValue: 1)
}
