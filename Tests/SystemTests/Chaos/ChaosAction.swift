import FuzzSupport
import Glibc
import Testing

/// One kind of thing that goes wrong. A new kind is a new element of ``all``.
struct ChaosAction: Sendable {
    let name: String
    /// How often it happens, beside the others.
    let weight: Int
    /// The last phase in which it happens.
    var until = ChaosRecord.Phase.settling
    let run: @Sendable (inout ChaosMischief) -> Void

    static let all = [
        ChaosAction(name: "kill an extension", weight: 10) { mischief in
            if let victim = mischief.victim() { mischief.kill(.appExtension, victim.pid, of: victim.pid) }
        },
        ChaosAction(name: "kill an init", weight: 3) { mischief in
            if let victim = mischief.victim() { mischief.kill(.initProcess, victim.parent, of: victim.pid) }
        },
        ChaosAction(name: "stop an extension for ever", weight: 2) { mischief in
            if let victim = mischief.victim() { mischief.stop(victim.pid, for: nil) }
        },
        ChaosAction(name: "stop an extension for a while", weight: 3) { mischief in
            let time = Duration.milliseconds(Int.random(in: 0..<2000, using: &mischief.generator))
            if let victim = mischief.victim() { mischief.stop(victim.pid, for: time) }
        },
        ChaosAction(name: "kill a host", weight: 2) { mischief in
            if let pid = mischief.choose(mischief.processes.hosts) { mischief.kill(.host, pid) }
        },
        ChaosAction(name: "kill the launcher", weight: 1, until: .chaos) { mischief in
            if let pid = mischief.choose(mischief.processes.launchers) { mischief.kill(.launcher, pid) }
        },
        ChaosAction(name: "kill the broker", weight: 1, until: .chaos) { mischief in
            if let pid = mischief.choose(mischief.processes.brokers) { mischief.kill(.broker, pid) }
        },
        ChaosAction(name: "tell the broker to end", weight: 1, until: .chaos) { mischief in
            if let pid = mischief.choose(mischief.processes.brokers) { mischief.kill(.broker, pid, by: SIGTERM) }
        },
    ]
}

/// Does one thing after the other to the processes of a device.
struct ChaosMischief {
    private let device: TestDevice
    private let record: ChaosRecord
    var generator: SeededGenerator
    /// As they are at this moment.
    private(set) var processes: ChaosProcesses
    /// Those that are to go on, and when.
    private var stopped: [(pid: Int32, until: ContinuousClock.Instant)] = []

    /// The extension that is being killed; all others of the device are let alone.
    static let victim = "Wild"

    init(_ device: TestDevice, _ record: ChaosRecord, seed: UInt64) {
        self.device = device
        self.record = record
        generator = SeededGenerator(seed: seed)
        processes = ChaosProcesses(of: device)
    }

    mutating func run() async {
        while record.phase <= .settling {
            processes = ChaosProcesses(of: device)
            resume()
            let phase = record.phase
            if phase > .quiet { chosen(ChaosAction.all.filter { phase <= $0.until })?.run(&self) }
            try? await Task.sleep(for: .milliseconds(Int.random(in: 20..<250, using: &generator)))
        }
        for (pid, _) in stopped { sendSignal(SIGCONT, to: pid) }
    }

    private mutating func chosen(_ actions: [ChaosAction]) -> ChaosAction? {
        var place = Int.random(in: 0..<max(1, actions.map(\.weight).reduce(0, +)), using: &generator)
        for action in actions {
            place -= action.weight
            if place < 0 { return action }
        }
        return nil
    }

    private mutating func resume() {
        for (pid, until) in stopped where until <= .now {
            if processes.extensions(Self.victim).contains(where: { $0.pid == pid }) { sendSignal(SIGCONT, to: pid) }
        }
        stopped.removeAll { $0.until <= .now }
    }

    // MARK: For actions

    mutating func victim() -> DeviceProcesses.Found? {
        processes.extensions(Self.victim).randomElement(using: &generator)
    }

    mutating func choose(_ pids: [Int32]) -> Int32? {
        pids.randomElement(using: &generator)
    }

    /// - Parameter appExtension: the extension's process of which a report has to tell.
    func kill(_ victim: ChaosVictim, _ pid: Int32, of appExtension: Int32? = nil, by signal: Int32 = SIGKILL) {
        guard pid > 1 else { return }
        // First, so that whoever sees its end can know.
        record.add(
            ChaosRecord.Kill(
                victim: victim, pid: pid, appExtension: appExtension, at: .now, broker: processes.brokers.first,
                launcher: processes.launchers.first))
        sendSignal(signal, to: pid)
    }

    mutating func stop(_ pid: Int32, for time: Duration?) {
        if let time { stopped.append((pid, .now + time)) }
        record.count("stopped extensions")
        sendSignal(SIGSTOP, to: pid)
    }
}
