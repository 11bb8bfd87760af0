import AppexModel
import AppexSystem
import CLauncherProtocol
import CSeccomp
import FuzzSupport
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import AppexSandbox

/// What crosses the launcher's socket.
@Suite(.timeLimit(.minutes(30)))
struct LauncherMessageTests {
    @Test func `the layers that belong to the floor are the three that every kernel since 5.13 has`() {
        var states = Dictionary(uniqueKeysWithValues: SandboxLayer.allCases.map { ($0, SandboxReport.State.up) })
        #expect(SandboxReport(user: 0, landlockVersion: 7, states: states).meetsFloor)
        states[.privateRoot] = .refused(EPERM)
        #expect(SandboxReport(user: 0, landlockVersion: 7, states: states).meetsFloor)
        for layer in [SandboxLayer.noNewPrivileges, .landlock, .systemCallFilter] {
            var weak = states
            weak[layer] = .refused(ENOSYS)
            #expect(!SandboxReport(user: 0, landlockVersion: 0, states: weak).meetsFloor)
        }
    }

    @Test func `the model's layers and the place of granted files are those of the launcher`() {
        let layers: [SandboxLayer: CLauncherProtocol.layer] = [
            .userNamespace: LAYER_USER, .processNamespace: LAYER_PID, .privateRoot: LAYER_MOUNT,
            .ipcNamespace: LAYER_IPC, .hostNameNamespace: LAYER_UTS, .cgroupNamespace: LAYER_CGROUP,
            .noNewPrivileges: LAYER_NO_NEW_PRIVS, .landlock: LAYER_LANDLOCK, .systemCallFilter: LAYER_SECCOMP,
            .executeOnce: LAYER_EXEC_ONCE, .emptyNetwork: LAYER_NETWORK,
        ]
        #expect(layers.count == Int(LAYER_COUNT.rawValue) && SandboxLayer.allCases.count == layers.count)
        for (place, layer) in SandboxLayer.allCases.enumerated() {
            #expect(layer.rawValue == place && layers[layer]?.rawValue == UInt32(place), "\(layer)")
        }
        #expect(GrantedFile.place.string == GRANT_PLACE)
    }

    @Test func `a packet that is not exactly one event is not understood`() {
        var random = SeededGenerator(seed: 1)
        let whole = [UInt8](repeating: 0, count: LauncherMessage.eventSize)
        for count in [0, 1, 15, 16, LauncherMessage.eventSize - 1] {
            #expect(whole[..<count].withUnsafeBytes { LauncherMessage.decode($0) } == nil)
        }
        for kind: UInt8 in 0...255 {
            var packet = whole.map { _ in UInt8.random(in: 0...255, using: &random) }
            packet.replaceSubrange(0..<8, with: [kind, 0, 0, 0, 1, 0, 0, 0])
            let understood = packet.withUnsafeBytes { LauncherMessage.decode($0) } != nil
            #expect(understood == (128...134).contains(kind))
        }
    }

    @Test func `an event's fields are the ones the launcher wrote`() {
        var packet = [UInt8](repeating: 0, count: LauncherMessage.eventSize)
        packet.replaceSubrange(0..<16, with: [131, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0])
        packet[24] = 2
        packet.replaceSubrange(112..<118, with: Array("execve".utf8))
        packet.replaceSubrange(144..<146, with: Array("/x".utf8))
        let failure = LaunchFailure(step: "execve", subject: "/x", error: .noSuchFileOrDirectory)
        let decoded = packet.withUnsafeBytes { LauncherMessage.decode($0) }
        #expect(decoded == .event(.failed(LaunchIdentifier(rawValue: 9), failure)))
    }

    @Test func `every mutated request is refused or understood, and the launcher goes on`() async throws {
        try await SandboxFixture.with { fixture in
            let program = try SeccompProgram.compile(privateRoot: true)
            let request = LauncherMessage.launch(LaunchIdentifier(rawValue: 1), fixture.plan(["exit", "0"]), program)
            let channel = try LauncherChannel(starting: fixture.launcherProgram)
            var answers = channel.events.makeAsyncIterator()
            var random = SeededGenerator(seed: 2)
            for _ in 0..<1500 {
                // Without descriptors, so that even a request that makes sense is only read.
                for _ in 0..<16 { try channel.send(Self.mutation(of: request, using: &random), nil) }
                for _ in 0..<16 {
                    guard case .failed(_, let failure) = await answers.next() else {
                        Issue.record("no answer")
                        return
                    }
                    #expect(failure.step == "request" && failure.error == Errno(rawValue: EBADMSG))
                }
            }
            for size in 0..<32 { try channel.send([UInt8](repeating: 1, count: size + 1), nil) }
            try channel.send([UInt8](repeating: 1, count: 65537), nil)
            try channel.send(LauncherMessage.hello(), nil)
            #expect(await channel.report(within: .ample) == fixture.launcher.layers)
            channel.end()
        }
    }

    /// Changes, cuts or lengthens a request somewhere behind its header.
    private static func mutation(of request: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = request
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 16..<min(bytes.count, 700), using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1:
                bytes.replaceSubrange(
                    place..<min(place + 4, bytes.count),
                    with: [0xff, 0xff, 0xff, UInt8.random(in: 0...255, using: &random)])
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            default: bytes.removeSubrange(max(17, place)...)
            }
        }
        return bytes
    }

    @Test(arguments: [true, false])
    func `every call of the allow-list is one that libseccomp knows`(_ privateRoot: Bool) throws {
        for name in SystemCallPolicy.rules(privateRoot: privateRoot).flatMap(\.names) {
            // -1 is "never heard of"; other negative numbers are calls of another architecture.
            #expect(seccomp_syscall_resolve_name(name) != -1, "\(name)")
        }
        let program = try SeccompProgram.compile(privateRoot: privateRoot)
        #expect(program.bytes.count % 8 == 0 && program.bytes.count / 8 <= SeccompProgram.maximumInstructions)
    }
}
