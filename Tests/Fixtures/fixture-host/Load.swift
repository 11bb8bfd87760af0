import Dispatch
import Foundation
import FuzzSupport
import OpenExtensionKit
import Synchronization

/// Requests without end, several at a time, until SIGTERM: then those that are under way end, and the process with
/// them. Now and then it leaves at once with requests open, unless all its requests are steady ones.
///
/// It prints a line `begin NUMBER EXTENSION BEHAVIOUR MILLISECONDS` with the time that the request may take, then
/// `end NUMBER OUTCOME MICROSECONDS MESSAGE`, and before that `wrong NUMBER WHY` when the outcome is not one that may be; at last
/// `drained` or `leaving`.
struct Load: Sendable {
    /// Whom requests go to, and what may become of them.
    struct Target: Sendable {
        enum Manner: String {
            /// Nothing may go wrong.
            case steady
            /// Orderly requests to an extension that dies only with its broker or launcher.
            case calm
            /// Requests of all kinds to an extension that is being killed.
            case wild
            /// To an extension that is there or not.
            case absent
        }

        var manner: Manner
        var identifier: String
    }

    private let seed: UInt64
    private let atATime: Int
    private let targets: [Target]
    private let host: ExtensionHost
    private let isEnding = Flag()

    /// - Returns: nil for arguments that are none.
    init?(_ arguments: [String]) throws {
        let targets = arguments.dropFirst(2).compactMap { word -> Target? in
            let parts = word.split(separator: ":").map(String.init)
            guard parts.count == 2, let manner = Target.Manner(rawValue: parts[0]) else { return nil }
            return Target(manner: manner, identifier: parts[1])
        }
        guard arguments.count > 2, let seed = UInt64(arguments[0]), let atATime = Int(arguments[1]),
            targets.count == arguments.count - 2
        else { return nil }
        self.seed = seed
        self.atATime = atATime
        self.targets = targets
        host = try ExtensionHost()
    }

    func run() async {
        signal(SIGTERM, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGTERM)
        source.setEventHandler { [isEnding] in isEnding.raise() }
        source.activate()
        await withDiscardingTaskGroup { group in
            for worker in 0..<atATime {
                group.addTask { await work(worker) }
            }
        }
        source.cancel()
        say("drained")
    }

    private func work(_ worker: Int) async {
        var generator = SeededGenerator(seed: seed &+ UInt64(worker) &* 7919)
        var number = worker
        while !isEnding.isRaised, let target = targets.randomElement(using: &generator) {
            let request = LoadRequest(number, target, &generator)
            say("begin \(number) \(target.identifier) \(request.behaviour) \(request.timeout / .milliseconds(1))")
            let begun = ContinuousClock.now
            let outcome = await request.send(host)
            let taken = Int((ContinuousClock.now - begun) / .microseconds(1))
            if let why = request.objection(to: outcome) { say("wrong \(number) \(why)") }
            say("end \(number) \(outcome.name) \(taken) \(outcome.message)")
            number += atATime
            // A user does not ask again in the same instant; and processes have to linger, too.
            let pause = target.manner == .steady ? 10 : Int.random(in: 0..<60, using: &generator)
            try? await Task.sleep(for: .milliseconds(pause))
            if target.manner != .steady, Int.random(in: 0..<400, using: &generator) == 0 {
                say("leaving")
                exit(EXIT_SUCCESS)
            }
        }
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// Something that several tasks are told once.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
