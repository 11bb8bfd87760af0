import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Logging

/// What an extension, or the launcher, has to have done by some time, whether or not a host waits for it.
extension ProcessService {
    /// Looks at something later, instead of at the time that was set before.
    func arm(_ deadline: LiveProcess.Deadline, of number: UInt64, after delay: Duration) {
        if let token = processes[number]?.deadlines[deadline] { loop.cancel(token) }
        let continuation = inbox.continuation
        processes[number]?.deadlines[deadline] = loop.schedule(at: .now + delay) {
            continuation.yield(.deadline(process: number, deadline))
        }
    }

    /// Begins a life: for how many requests it is, and by when it has to be ready for the first.
    func awaitLaunch(of number: UInt64) {
        guard let process = processes[number] else { return }
        processes[number]?.isSingleUse = process.limits.hasProcessPerRequest || process.appex.wantsProcessPerRequest
        arm(.launch, of: number, after: process.limits.launchTime)
    }

    /// The time has come.
    func meet(_ deadline: LiveProcess.Deadline, of number: UInt64) async {
        guard let process = processes[number] else { return }
        processes[number]?.deadlines[deadline] = nil
        switch deadline {
        case .launch where process.launch == nil:
            // The launcher has not been asked yet, so nothing runs that would have to be ended first.
            processes[number]?.fault = process.fault ?? .neverReady(process.limits.launchTime)
            end(number, .notLaunched("its start was not prepared within \(process.limits.launchTime.inSeconds)"))
        case .launch where process.pid == 0 || !process.control.isGreeted:
            await stop(number, .neverReady(process.limits.launchTime))
        case .launch: break
        case .request: await endLateRequests(of: number)
        case .end: await lookAfterLateEnd(of: number)
        }
    }

    /// Ends the requests that had all the time that the extension point gives. One timer serves all requests of a
    /// process, so that a request that is answered in time costs none.
    private func endLateRequests(of number: UInt64) async {
        guard let process = processes[number], !process.isLeaving else { return }
        let limit = process.limits.requestTime
        let now = ContinuousClock.now
        let waiting = process.sessions.filter { !$0.value.answered && $0.value.parking == nil }
        let late = waiting.filter { $0.value.opened + limit <= now }
        let rest = waiting.values.map(\.opened).filter { $0 + limit > now }
        if let oldest = rest.min() { arm(.request, of: number, after: oldest + limit - now) }
        guard !late.isEmpty else { return }
        for session in late.keys { processes[number]?.sessions[session] = nil }
        metrics.requestEnded(.timedOut, count: late.count)
        processes[number]?.fault = process.fault ?? .requestTime(limit)
        if process.sessions.count == late.count {
            // They are told when it has ended, and of the report.
            processes[number]?.abandoned += late.values.map { session in
                var session = session
                let died = session.died
                session.died = {
                    died(RemoteFailure(code: FailureCode.timedOut, message: $0.message, report: $0.report))
                }
                return session
            }
        } else {
            let failure = RemoteFailure(
                code: FailureCode.timedOut,
                message: "\(process.appex.bundleIdentifier) did not answer within \(limit.inSeconds), the time that "
                    + "it has for a request.")
            for session in late.values { session.died(failure) }
        }
        await settle(number, abandoned: true)
        await revoke(late.values.flatMap(\.grants.values), of: number)
    }
}
