import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Extensions that a host has had started ahead of need.
@Suite(.timeLimit(.minutes(30))) struct ParkingTests {
    /// Waits until so many processes are parked, and returns them by their pid.
    nonisolated(nonsending) private func parked(_ host: ExtensionHost, count: Int = 1) async throws -> Set<Int32> {
        var found: Set<Int32> = []
        try await eventually("\(count) processes are parked") {
            found = Set(try await host.extensionProcesses().filter { $0.state == "parked" }.map(\.pid))
            // The broker may not know the number of one yet.
            return found.count == count && !found.contains(0)
        }
        return found
    }

    nonisolated(nonsending) private func prepare(
        _ host: ExtensionHost, _ identifier: String = fixtureIdentifier
    ) async throws -> PreparedExtension {
        try await host.prepare(host.extension(identifier))
    }

    /// Which process serves the next request.
    nonisolated(nonsending) private func server(
        _ host: ExtensionHost, _ identifier: String = fixtureIdentifier
    ) async throws -> Int32 {
        // What is returned keeps the process until it has been asked about.
        let held = try await host.send("large", to: identifier)
        let process = try await host.process("the process that has answered") {
            $0.identifier == identifier && $0.state == "running" && $0.sessions == 1
        }
        withExtendedLifetime(held) {}
        return process.pid
    }

    @Test func `a prepared extension waits with a session and without a request, and serves its host's next request`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let prepared = try await prepare(host)
            #expect(prepared.isWaiting)
            let waiting = try await parked(host)
            let process = try await host.process()
            #expect(process.sessions == 1 && process.requests == 0 && process.hosts == 1)
            #expect(try await device.appex("ps").output.contains("parked"))
            #expect(try await prepare(host) === prepared)
            #expect(try await parked(host) == waiting)

            #expect(try await server(host) == waiting.first)
            #expect(!prepared.isWaiting)
            #expect(device.reports.isEmpty)
        }
    }

    @Test func `another host is not served by it, and what is used is like any other`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let (host, other) = (device.host(), device.host())
            let prepared = try await prepare(host)
            let waiting = try await parked(host)
            #expect(try await server(other) != waiting.first)
            #expect(try await parked(host) == waiting)

            let held = try await host.send("large")
            #expect(try await host.extensionProcesses().contains { $0.pid == waiting.first && $0.state == "running" })
            try await eventually("the other process has gone") { try await host.extensionProcesses().count == 1 }
            #expect(try await other.text("uppercase", "shared") == "SHARED")
            #expect(try await host.process().pid == waiting.first)
            withExtendedLifetime((held, prepared)) {}
        }
    }

    @Test func `where a process runs nothing is started`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let held = try await host.send("large")
            let process = try await host.process()
            let prepared = try await prepare(device.host())
            #expect(!prepared.isWaiting)
            #expect(try await host.extensionProcesses().map(\.pid) == [process.pid])
            withExtendedLifetime(held) {}
        }
    }

    @Test func `it is given up with its handle, and with the connection of its host`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            var prepared: PreparedExtension? = try await prepare(host)
            let first = try #require(try await parked(host).first)
            #expect(prepared?.isWaiting == true)
            prepared = nil
            _ = try await ProcessEnd.of(first)

            let client = try await RawClient(device)
            let session = try #require(try await client.park())
            let second = try #require(try await parked(host).first)
            client.connection.close()
            _ = try await ProcessEnd.of(second)
            #expect(device.reports.isEmpty)
            withExtendedLifetime(session) {}
        }
    }

    @Test func `it is given up after its time, even if a request was begun in secret, and the host starts another`()
        async throws
    {
        try await TestDevice.with(settings: ["APPEX_PARKED_SECONDS": "0.3"]) { device in
            try await device.install(TestAppex())
            let host = device.host()
            let prepared = try await prepare(host)
            try await eventually("it has been given up") { !prepared.isWaiting }
            try await host.expectAnswer()

            let client = try await RawClient(device)
            try await eventually("no other process can be joined") { try await host.extensionProcesses().isEmpty }
            let session = try #require(try await client.park())
            let item = ItemDescription(userInfo: ["FixtureBehaviour": .string("silent")])
            try session.connection.send(SessionInterface.Begin(identifier: "x", items: [item]))
            try await eventually("the process has been ended") { session.connection.isClosed }
            #expect(device.reports.isEmpty)
        }
    }

    @Test func `a host has four and a device sixteen, and the oldest are given up`() async throws {
        try await TestDevice.with(settings: ["APPEX_MEMORY_PRESSURE": "/dev/null"]) { device in
            let names = (0...4).map { "Number\($0)" }
            var app = TestApp()
            app.extensions = names.map { TestAppex($0) }
            try await device.install(app)
            func identifier(_ number: Int) -> String { "org.example.Fixtures.\(names[number])" }
            var hosts = [device.host()]
            var prepared: [PreparedExtension] = []
            for number in 0...4 { prepared.append(try await prepare(hosts[0], identifier(number))) }
            try await eventually("the first is given up") {
                prepared.map(\.isWaiting) == [false, true, true, true, true]
            }
            for _ in 0..<4 {
                let host = device.host()
                hosts.append(host)
                for number in 0..<4 { prepared.append(try await prepare(host, identifier(number))) }
            }
            _ = try await parked(hosts[0], count: 16)
            try await eventually("the first five are given up") {
                prepared.map(\.isWaiting) == Array(repeating: false, count: 5) + Array(repeating: true, count: 16)
            }
            #expect(device.reports.isEmpty)
            for one in prepared { one.cancel() }
        }
    }

    @Test func `it is given up when memory gets short, and nothing is started then`() async throws {
        let folder = FilePath("/tmp/appex-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let file = folder.appending("pressure")
        func tell(_ share: String) throws {
            let text = "some avg10=\(share) avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 total=1\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
        }
        try tell("9.99")
        try await TestDevice.with(settings: ["APPEX_MEMORY_PRESSURE": file.string]) { device in
            try await device.install(TestAppex())
            let host = device.host()
            let prepared = try await prepare(host)
            #expect(prepared.isWaiting)
            try tell("10.00")
            try await eventually("it is given up") { !prepared.isWaiting }
            #expect(try await !prepare(host).isWaiting)
            #expect(try await !host.extensionProcesses().contains { $0.state == "parked" })
            try await host.expectAnswer()
            #expect(device.reports.isEmpty)
        }
    }

    @Test func `one that dies leaves a report, and its host does not notice`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let prepared = try await prepare(host)
            let pid = try #require(try await parked(host).first)
            sendSignal(SIGSEGV, to: pid)
            try await eventually("the host has been told") { !prepared.isWaiting }
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(report.summary == "\(fixtureIdentifier) crashed (SIGSEGV) while it waited for its host to use it.")
            #expect(report.requests.isEmpty)
            #expect(try await server(host) != pid)
        }
    }

    @Test func `one that dies while its host begins is replaced by another`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            for _ in 0..<5 {
                let prepared = try await prepare(host)
                let pid = try #require(try await parked(host).first)
                // The broker learns of it at the same time as the host sends.
                sendSignal(SIGKILL, to: pid)
                try await host.expectAnswer()
                #expect(!prepared.isWaiting)
                try await eventually("it has lingered") { try await host.extensionProcesses().isEmpty }
            }
        }
    }

    @Test func `an update and an election give up what is not offered any more`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex(behaviour: "uppercase"))
            let host = device.host()
            let prepared = try await prepare(host)
            let old = try #require(try await parked(host).first)
            var app = TestApp(TestAppex(behaviour: "echo"))
            app.version = "2.0"
            try await device.install(app)
            _ = try await ProcessEnd.of(old)
            try await eventually("its host has been told") { !prepared.isWaiting }

            let identity = try await host.extension(fixtureIdentifier)
            let second = try await host.prepare(identity)
            let new = try #require(try await parked(host).first)
            let run = try await device.appex("disable", fixtureIdentifier)
            #expect(run.status == 0, "\(run.errors)")
            _ = try await ProcessEnd.of(new)
            try await eventually("its host has been told") { !second.isWaiting }
            let error = await #expect(throws: ExtensionError.self) { try await host.send([], to: identity) }
            #expect(error?.code == .refused)
            await #expect(throws: ExtensionError.self) { try await host.prepare(identity) }
        }
    }

    @Test func `sessions of others, unknown ones and second uses change nothing`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let prepared = try await prepare(host)
            let waiting = try await parked(host)
            let client = try await RawClient(device)
            for session: UInt64 in 0..<200 {
                try client.connection.send(BrokerInterface.Use(session: session, summary: RequestSummary()))
                try client.connection.send(BrokerInterface.Answered(session: session))
                try client.connection.send(BrokerInterface.Close(session: session, abandoned: session % 2 == 0))
            }
            // Answered behind everything that came before it.
            let mine = try #require(try await client.park())
            #expect(try await client.park() == nil, "it has one of this extension")
            #expect(try await parked(host, count: 2).isSuperset(of: waiting))

            for count: UInt32 in 1...3 {
                try client.connection.send(
                    BrokerInterface.Use(session: mine.number, summary: RequestSummary(items: count)))
            }
            let begin = SessionInterface.Begin(
                identifier: "x", items: [ItemDescription(userInfo: ["FixtureBehaviour": .string("crash")])])
            try mine.connection.send(begin)
            try await eventually("it has crashed") { !device.reports.isEmpty }
            #expect(device.reports.first?.requests.map(\.items) == [1])
            #expect(try await parked(host) == waiting)
            #expect(prepared.isWaiting)
            // What was given up may be named once more.
            try client.connection.send(BrokerInterface.Use(session: mine.number, summary: RequestSummary()))
            #expect(try await client.park() != nil)
        }
    }

    @Test func `a parked process that is closed as if it had answered is not kept for others`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let client = try await RawClient(device)
            let session = try #require(try await client.park())
            let pid = try #require(try await parked(device.host()).first)
            try client.connection.send(BrokerInterface.Answered(session: session.number))
            try client.connection.send(BrokerInterface.Close(session: session.number, abandoned: false))
            _ = try await ProcessEnd.of(pid)
        }
    }
}

/// A client that speaks to the broker by hand.
private final class RawClient: Sendable {
    struct Session: Equatable {
        let number: UInt64
        let connection: Connection

        static func == (one: Session, other: Session) -> Bool { one.number == other.number }
    }

    let connection: Connection

    init(_ device: TestDevice) async throws {
        connection = try await device.connectToBroker()
    }

    func park() async throws -> Session? {
        let (parked, socket) = try await connection.call(
            BrokerInterface.Park(identifier: fixtureIdentifier), within: .ample)
        guard let number = parked.session else { return nil }
        guard let descriptor = socket.take() else { throw Errno.badFileDescriptor }
        let session = try Connection(socket: descriptor, role: "host")
        try session.start { _ in }
        return Session(number: number, connection: session)
    }

    deinit { connection.close() }
}
