import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Extensions that wait in the kernel for a file of a file system that does not answer: nobody can kill them.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled(if: SilentFileSystem.isAvailable, "a file system that stalls needs /dev/fuse and the right to mount"))
struct StalledFileSystemTests {
    private func provider(_ path: FilePath) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerFileRepresentation(
            forTypeIdentifier: "public.data", fileOptions: .openInPlace, visibility: .all
        ) {
            $0(URL(fileURLWithPath: path.string), false, nil)
            return nil
        }
        return provider
    }

    /// Mounts a file system that stops to answer reads.
    private func stall(_ device: TestDevice) throws -> SilentFileSystem {
        let remote = try #require(SilentFileSystem(at: device.folder.appending("remote")))
        // The kernel knows the name of its file from here on.
        var status = stat()
        try #require(stat(remote.file.string, &status) == 0)
        remote.fallSilent(about: .contents)
        return remote
    }

    /// Has an extension read a file until its host has had enough of that.
    private func getStuck(
        _ host: ExtensionHost, on remote: SilentFileSystem, _ identifier: String = fixtureIdentifier
    ) async throws {
        let failure = try await host.failure(
            "load", text: "tail public.item", attachments: [provider(remote.file)], to: identifier, timeout: .seconds(3)
        )
        #expect(failure.code == .timedOut)
        // The report is written when the process has turned out not to end, for which the host does not wait.
        #expect(failure.reportIdentifier == nil)
        #expect(failure.message.contains("`appex reports --extension \(identifier)`"), "\(failure.message)")
    }

    private func stuckProcesses(_ host: ExtensionHost) async throws -> [ProcessRecord] {
        try await host.extensionProcesses().filter { $0.state == "stuck" }
    }

    @Test func `a file on a stalled file system costs nobody but the host that handed it over`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            var neighbours = TestApp(TestAppex("Other"))
            (neighbours.identifier, neighbours.name) = ("org.example.Neighbours", "Neighbours")
            try await device.install(neighbours)
            let remote = try stall(device)
            defer { remote.remove() }
            let (host, neighbour) = (device.host(), device.host())
            let mark = Mark(holding: true)
            async let patient = neighbour.send(
                "load", text: "data org.openextensionkit.mark", attachments: [mark.provider],
                to: "org.example.Neighbours.Other", timeout: .seconds(60))
            try await mark.wait()
            let launcher = try #require(device.launcher)

            try await getStuck(host, on: remote)
            let asked = ContinuousClock.now
            // Not even while it is not known that it cannot be killed.
            try await host.expectAnswer()
            try await eventually("it counts as stuck", atMost: .seconds(60)) {
                try await !stuckProcesses(host).isEmpty
            }
            let stuck = try #require(try await stuckProcesses(host).first)
            #expect(stuck.sessions == 0 && stuck.requests == 0 && stuck.pid > 0)
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1 && report.kind == .unkillable && report.pid == stuck.pid)
            for words in ["did not answer within", "process \(stuck.pid) waits in the kernel", "umount -f"] {
                #expect(report.summary.contains(words), "\(report.summary)")
            }
            let listing = try await device.appex("ps")
            #expect(listing.status == 0 && listing.output.contains("stuck"), "\(listing.output)")

            // Nor does the launcher wait for an init that cannot end because its extension does not.
            sendSignal(SIGKILL, to: stuck.parent)
            try await host.expectAnswer()
            mark.release()
            #expect(try await patient.first?.userInfo?["lines"] as? [String] != nil)
            #expect(device.launcher == launcher)

            let removal = try await device.appex("uninstall", "org.example.Fixtures")
            #expect(removal.status == 0 && removal.duration < .promptly, "\(removal.errors)")
            #expect(ContinuousClock.now - asked < .seconds(30))
            #expect(try await stuckProcesses(host).map(\.pid) == [stuck.pid])

            remote.remove()
            try await eventually("it is reaped") { try await stuckProcesses(host).isEmpty }
            _ = try await ProcessEnd.of(stuck.pid)
            #expect(device.reports.count == 1 && device.launcher == launcher)
        }
    }

    @Test func `an app is removed in bounded time while its extension waits in the kernel`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let remote = try stall(device)
            defer { remote.remove() }
            let host = device.host()
            try await getStuck(host, on: remote)
            // Its end has been ordered just now.
            let removal = try await device.appex("uninstall", "org.example.Fixtures")
            #expect(removal.status == 0 && removal.duration < .seconds(15), "\(removal.errors)")
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `a broker ends in bounded time while an extension waits in the kernel`(signal: Int32) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let remote = try stall(device)
            defer { remote.remove() }
            try await getStuck(device.host(), on: remote)
            let stuck = try #require(try await device.host().extensionProcesses().first)
            let (broker, launcher) = (try #require(device.broker), try #require(device.launcher))
            sendSignal(signal, to: broker)
            _ = try await ProcessEnd.of(broker, atMost: .promptly)
            _ = try await ProcessEnd.of(launcher, atMost: .promptly)
            try await device.host().expectAnswer()
            // Its main thread has ended, but another one waits, so the process is still there.
            #expect(kill(stuck.pid, 0) == 0)
            remote.remove()
            _ = try await ProcessEnd.of(stuck.pid)
        }
    }

    @Test func `an extension of which too many processes wait in the kernel is not started again`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let remote = try stall(device)
            defer { remote.remove() }
            let host = device.host()
            for count in 1...4 {
                try await getStuck(host, on: remote)
                try await eventually("\(count) are stuck", atMost: .seconds(60)) {
                    try await stuckProcesses(host).count == count
                }
            }
            let failure = try await host.failure("uppercase")
            #expect(failure.code == .couldNotStart)
            #expect(failure.message.contains("4 of its processes cannot be stopped"), "\(failure.message)")
            remote.remove()
            try await eventually("they are reaped") { try await stuckProcesses(host).isEmpty }
            try await host.expectAnswer()
        }
    }
}
