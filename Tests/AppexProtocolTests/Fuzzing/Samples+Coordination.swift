import AppexProtocol
import AppexWire

extension Samples {
    /// One of every message about the coordination of files.
    static func coordinationMessages() throws(WireError) -> [(code: UInt16, body: [UInt8], reply: [UInt8]?)] {
        typealias Coordination = CoordinationInterface
        let access = Coordination.Access(path: "/f/p.rtfd/x", package: "/f/p.rtfd", isWriting: true, options: 8)
        let origin = Coordination.Origin(isOwn: false, identifier: "a.b", name: "a.b", pid: 7)
        let notices = Coordination.Notice(presenter: 2, kind: .subitemMoved, path: "/f/x", newPath: "/f/y")
        let record = CoordinationRecord(
            activity: .waits, process: "ledger", pid: 9, isSuspended: true,
            items: [.init(path: "/f/x", isWriting: true, options: 1)], age: 12, waitsFor: ["a.b (7)"])
        return [
            try request(BrokerInterface.OpenCoordination(), Empty()),
            try request(BrokerInterface.Coordination(), WireList([record])),
            try event(ControlInterface.OpenCoordination()),
            try request(
                Coordination.Claim(number: 3, purpose: "p", chain: .max, accesses: [access]),
                Coordination.Granted(paths: ["/f/p.rtfd/x"], error: error)),
            try event(Coordination.Release(number: 3, changes: Coordination.Change.allCases)),
            try event(Coordination.Moved(number: 3, from: "/f/x", to: "/f/y")),
            try request(Coordination.Present(presenter: 2, purpose: "p", path: "/f/x", limit: 10_000), Empty()),
            try request(Coordination.Present(presenter: 2, purpose: "p", path: nil, limit: 0), Empty()),
            try event(Coordination.Withdraw(presenter: 2)),
            try request(
                Coordination.Prepare(
                    claim: 5,
                    questions: [
                        .init(
                            presenter: 2, limit: 10, isForWriter: true, saves: true, deletesItem: true,
                            deletedSubitem: "/f/x")
                    ]),
                Coordination.Prepared(overdue: [2], error: error)),
            try event(Coordination.Notify(origin: origin, notices: [notices])),
            try event(Coordination.Reacquire(claim: 5)),
            try event(Coordination.Lost(number: 3)),
        ]
    }
}
