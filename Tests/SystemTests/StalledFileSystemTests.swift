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

    /// Has an extension read a file until the time-out of the host's request has ended it.
    ///
    /// The time-out includes the launch. It is made longer for as long as a machine needs all of it until the file is read.
    private func getStuck(
        _ host: ExtensionHost, on remote: SilentFileSystem, _ identifier: String = fixtureIdentifier
    ) async throws {
        let reads = remote.stalledReads
        var limit = Duration.seconds(3)
        var failure: ExtensionError
        repeat {
            failure = try await host.failure(
                "load", text: "tail public.item", attachments: [provider(remote.file)], to: identifier, timeout: limit)
            limit *= 4
        } while remote.stalledReads == reads && limit < .ample
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
                to: "org.example.Neighbours.Other", timeout: .ample)
            try await mark.wait()
            let launcher = try #require(device.launcher)

            try await getStuck(host, on: remote)
            // Not even while it is not known that it cannot be killed.
            try await host.expectAnswer()
            try await eventually("it counts as stuck") {
                try await !stuckProcesses(host).isEmpty
            }
            let stuck = try #require(try await stuckProcesses(host).first)
            #expect(stuck.sessions == 0 && stuck.requests == 0 && stuck.pid > 0)
            // A time-out that came too early has left a report of another kind.
            func reports() -> [ExtensionReport] { device.reports.filter { $0.kind == .unkillable } }
            let report = try #require(reports().first)
            #expect(reports().count == 1 && report.pid == stuck.pid)
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
            #expect(try await stuckProcesses(host).map(\.pid) == [stuck.pid])

            remote.remove()
            try await eventually("it is reaped") { try await stuckProcesses(host).isEmpty }
            _ = try await ProcessEnd.of(stuck.pid)
            // The report went with its app, and no other one was written.
            #expect(reports().isEmpty && device.launcher == launcher)
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
            #expect(removal.status == 0 && removal.duration < .promptly, "\(removal.errors)")
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `a broker ends in bounded time while an extension waits in the kernel`(signal: Int32) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let remote = try stall(device)
            defer { remote.remove() }
            try await getStuck(device.host(), on: remote)
            let stuck = try await device.host().process()
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
                try await eventually("\(count) are stuck") {
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

    @Test func `a file that comes back from an extension and whose file system stalls delays nothing else in its host`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let remote = try #require(SilentFileSystem(at: device.folder.appending("remote")))
            defer { remote.remove() }
            let host = device.host()
            let items = try await host.send("echo", attachments: [provider(remote.file), provider(remote.file)])
            let returned = try #require(items.first?.attachments)
            try #require(returned.count == 2)
            remote.fallSilent()
            async let data: Data? = try? returned[0].data()
            async let file: URL? = withCheckedContinuation { loaded in
                returned[1].loadFileRepresentation(forTypeIdentifier: "public.data") { url, _ in
                    loaded.resume(returning: url)
                }
            }
            for _ in 0..<3 {
                try await host.expectAnswer(from: "org.example.Fixtures.Other")
                _ = try await host.extensions()
            }
            remote.remove()
            #expect(await data == nil)
            #expect(await file == nil)
        }
    }
}
