import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// Requests, good and bad, leave no descriptor, mapping or temporary file behind in host and broker.
@Suite(.timeLimit(.minutes(30))) struct DescriptorTests {
    /// Every kind of outcome once.
    nonisolated(nonsending) fileprivate static func round(_ host: ExtensionHost, _ file: String) async throws {
        try await host.expectAnswer()
        let photo = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
        let items = try await host.send("echo", attachments: [photo])
        let provider = try #require(items[0].attachments?.first)
        #expect(try await provider.data("public.jpeg").count == 100_000)
        let large = try #require(try await host.send("large")[0].attachments?.first)
        #expect(try await large.data().count == 5_000_000)
        let copied = try #require(try await large.loadItem(forTypeIdentifier: "public.data") as? NSData)
        #expect(copied.count == 5_000_000)
        for hostility in ["pipeAsFile", "folderAsFile"] {
            let items = try await host.send("", to: "org.example.Fixtures.\(hostility)")
            let provider = try #require(items[0].attachments?.first)
            await #expect(throws: (any Error).self) { try await provider.data() }
        }
        for behaviour in ["crash", "exit", "cancel"] { _ = try await host.failure(behaviour, attachments: [photo]) }
        _ = try await host.failure("silent", attachments: [photo], timeout: .milliseconds(300))
        for hostility in ["closeSession", "garbage", "floodDescriptors"] {
            _ = try? await host.send("", attachments: [Mark().provider], to: "org.example.Fixtures.\(hostility)")
        }
        _ = try await host.failure("", to: "org.example.Fixtures.Damaged")
        let mark = Mark()
        let request = Task { _ = try await host.send("silent", attachments: [mark.provider, photo]) }
        try await mark.wait()
        request.cancel()
        _ = await request.result
    }

    fileprivate static func count(_ folder: String, of pid: Int32) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/\(folder)"))?.count ?? 0
    }

    @Test func `descriptors are back where they were after many requests`() async {
        // In a process of its own: other tests open descriptors too.
        await #expect(processExitsWith: .success) {
            try await TestDevice.with(linger: 0) { device in
                let hostile = [
                    "closeSession", "garbage", "floodDescriptors", "pipeAsFile", "folderAsFile",
                ].map {
                    TestAppex($0, .hostile, behaviour: $0)
                }
                var app = TestApp(TestAppex())
                app.extensions += hostile + [TestAppex("Damaged", .damaged)]
                try await device.install(app)
                let host = device.host()
                let file = try device.write(Data(repeating: 7, count: 100_000), to: "photo.jpg")
                func settled() async throws {
                    try await eventually("every process has ended") {
                        try await host.processes().allSatisfy { $0.role != .appExtension }
                    }
                }
                let others = Set(
                    try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path))
                try await DescriptorTests.round(host, file)
                try await settled()
                let broker = try #require(device.broker)
                let launcher = try #require(device.launcher)
                func count(_ pid: Int32) -> Int { DescriptorTests.count("fd", of: pid) }
                let before = (host: count(getpid()), broker: count(broker), launcher: count(launcher))
                for _ in 0..<5 { try await DescriptorTests.round(host, file) }
                try await settled()
                try await eventually("the host's descriptors are closed") { count(getpid()) <= before.host }
                try await eventually("no memory of an extension is mapped") { SharedMemoryAccount.mappings == 0 }
                let temporary = FileManager.default.temporaryDirectory.path
                var files = Set(try FileManager.default.contentsOfDirectory(atPath: temporary)).subtracting(others)
                try await eventually("the temporary files are removed") {
                    // Those of other processes are, too.
                    files.formIntersection(try FileManager.default.contentsOfDirectory(atPath: temporary))
                    return files.allSatisfy { !$0.hasPrefix("items-") }
                }
                try await eventually("the broker's descriptors are closed") { count(broker) <= before.broker }
                // It may not have had the sandbox that it makes ahead before, which is a socket and a namespace.
                try await eventually("the launcher's descriptors are closed") { count(launcher) <= before.launcher + 2 }
                #expect(device.launcher == launcher)
                #expect(device.broker == broker, "the broker has not lived through it")
            }
        }
    }
}
