import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

private let identifier = "org.example.Fixtures.Hostile"

extension TestDevice {
    /// Installs an extension that breaks a rule, beside one that breaks none.
    fileprivate func host(against hostility: String) async throws -> ExtensionHost {
        try await install(TestApp(TestAppex("Hostile", .hostile, behaviour: hostility), TestAppex()))
        return host()
    }
}

/// Extensions that break the rules of the wire: the host gets one error (or the answer that came first),
/// promptly, and neither host nor broker nor the other extensions suffer.
@Suite(.timeLimit(.minutes(30))) struct HostileExtensionTests {
    @Test(arguments: [
        ("closeSession", ExtensionError.Code.died), ("closeControl", .died), ("exitBeforeReading", .died),
        ("garbage", .protocolViolation), ("shortPacket", .protocolViolation), ("wrongLength", .protocolViolation),
        ("unknownKind", .protocolViolation), ("secondHello", .protocolViolation), ("unaskedReply", .protocolViolation),
        ("unknownRequests", .protocolViolation), ("beginReturned", .protocolViolation),
        ("tooManyItems", .protocolViolation),
        ("deepValue", .protocolViolation), ("bodyInPipe", .protocolViolation), ("truncatedBody", .protocolViolation),
    ])
    func `a broken rule is one error, promptly`(hostility: String, code: ExtensionError.Code) async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: hostility)
            // Twice: the second time with a new process.
            for _ in 0..<2 {
                let mark = Mark()
                let started = ContinuousClock.now
                let failure = try await host.failure("", attachments: [mark.provider], to: identifier)
                #expect(failure.code == code, "\(failure)")
                #expect(failure.message.contains(identifier), "\(failure)")
                #expect(ContinuousClock.now - (mark.instant ?? started) < .promptly)
            }
            try await eventually("its process ends") {
                try await host.processes().allSatisfy { $0.identifier != identifier }
            }
            try await host.expectAnswer()
        }
    }

    @Test func `a session that is closed before the host has spoken is one error, promptly`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "closeLaterSessions")
            for _ in 0..<8 {
                // Keeps the process, which may be faster with the next session than the host.
                let held = try await host.send("", to: identifier)
                let started = ContinuousClock.now
                #expect(try await host.failure("", to: identifier).code == .died)
                #expect(ContinuousClock.now - started < .promptly)
                #expect(try await held[0].attachments?.first?.data() == Data([1, 2, 3]))
            }
            try await host.expectAnswer()
        }
    }

    @Test func `a request that joins a process which dies before it has heard of it gets another process`()
        async throws
    {
        try await TestDevice.with { device in
            let host = try await device.host(against: "exitAtLaterSession")
            for _ in 0..<4 {
                // Keeps the process, which ends as soon as the broker lends it out again.
                let held = try await host.send("", to: identifier)
                let items = try await host.send("", to: identifier)
                #expect(try await items[0].attachments?.first?.data() == Data([1, 2, 3]))
                await #expect(throws: (any Error).self) { try await held[0].attachments?.first?.data() }
            }
        }
    }

    @Test(arguments: ["controlEvent", "controlRequest", "controlBody", "controlDescriptor"])
    func `an extension that says anything but an answer to the broker is stopped, and its report says why`(
        hostility: String
    ) async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: hostility)
            let failure = try await host.failure("", to: identifier)
            #expect(failure.code == .died, "\(failure)")
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1 && report.kind == .refused)
            #expect(failure.reportIdentifier == report.identifier.rawValue)
            #expect(
                report.summary.contains("\(identifier) broke the protocol of its connection to the broker"),
                "\(report.summary)")
            try await host.expectAnswer()
        }
    }

    @Test(arguments: ["floodEvents", "floodBodies"])
    func `events without end that mean nothing are one error, which names who sent them`(hostility: String)
        async throws
    {
        try await TestDevice.with { device in
            let host = try await device.host(against: hostility)
            let failure = try await host.failure("", to: identifier)
            #expect(failure.code == .protocolViolation, "\(failure)")
            #expect(failure.message.contains("messages in a second that change nothing"), "\(failure)")
            let report = try #require(device.reports.first)
            #expect(report.kind == .refused && report.summary.contains("\(identifier) broke the protocol"))
            try await host.expectAnswer()
        }
    }

    @Test func `an extension that never answers is ended at the time-out`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "stopItself")
            async let pending = host.failure("", to: identifier, timeout: .seconds(2))
            // Others are served meanwhile.
            try await host.expectAnswer()
            #expect(try await pending.code == .timedOut)
            try await eventually("its process ends", atMost: .promptly) {
                try await host.processes().allSatisfy { $0.identifier != identifier }
            }
            try await host.expectAnswer()
        }
    }

    @Test func `only the first of two answers on the wire counts`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "completeTwice")
            let items = try await host.send("", to: identifier)
            #expect(items.map(\.text) == ["first"])
            try await host.expectAnswer()
        }
        try await TestDevice.with { device in
            let host = try await device.host(against: "completeAfterCancel")
            let failure = try await host.failure("", to: identifier)
            #expect(failure.code == .cancelledByExtension)
            #expect((failure.underlying as? NSError)?.code == 13)
            try await host.expectAnswer()
        }
    }

    @Test func `sixty thousand items are either an answer or one error`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "manyItems")
            let items = try await host.send("", to: identifier)
            #expect(items.count == 60_000)
            #expect(items.last?.text == "59999")
            try await host.expectAnswer()
        }
    }

    @Test func `descriptors that nobody wants are closed`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "floodDescriptors")
            let items = try await host.send("", attachments: [Mark().provider], to: identifier)
            #expect(items.isEmpty)
            try await host.expectAnswer()
        }
    }

    @Test func `requests without end are one error`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "floodRequests")
            let failure = try await host.failure("", to: identifier)
            #expect(failure.code == .protocolViolation, "\(failure)")
            try await host.expectAnswer()
        }
    }

    @Test(arguments: ["fileWithoutDescriptor", "pipeAsFile", "folderAsFile", "hugeFile"])
    func `what cannot be loaded is an error of the load`(hostility: String) async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: hostility)
            let provider = try #require(try await host.send("", to: identifier)[0].attachments?.first)
            let started = ContinuousClock.now
            await #expect(throws: NSError.self) { try await provider.data() }
            #expect(ContinuousClock.now - started < .promptly)
            try await host.expectAnswer()
        }
    }

    @Test func `values that would end the host or name its files are left out, or are errors of their loads`()
        async throws
    {
        try await TestDevice.with { device in
            let host = try await device.host(against: "hostileValues")
            let item = try await host.send("", to: identifier)[0]
            #expect(item.userInfo?["plain"] as? Int == 1)
            for key in ["url", "nested", "date"] { #expect(item.userInfo?[key] == nil, "\(key)") }
            let error = try #require(item.userInfo?["error"] as? NSError)
            #expect("\(error)".contains("NSPOSIXErrorDomain") && error.userInfo.isEmpty)
            #expect(item.attributedContentText?.attributes(at: 0, effectiveRange: nil).isEmpty == true)
            let providers = try #require(item.attachments)
            #expect(providers.count == 7)
            for provider in providers {
                await #expect(throws: NSError.self) {
                    try await provider.loadItem(String.self, forTypeIdentifier: "public.data")
                }
                await #expect(throws: NSError.self) {
                    try await provider.loadItem(URL.self, forTypeIdentifier: "public.data")
                }
                await #expect(throws: NSError.self) { try await provider.loadItem(forTypeIdentifier: "public.data") }
                await #expect(throws: NSError.self) { try await provider.data() }
            }
            try await host.expectAnswer()
        }
    }

    @Test func `a load that the extension does not even acknowledge ends after the limit`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "neverAcknowledge")
            let provider = try #require(try await host.send("", to: identifier)[0].attachments?.first)
            let error = await #expect(throws: NSError.self) { try await provider.data() }
            #expect(error?.localizedDescription.contains("does not respond") == true, "\(error as Any)")
            try await host.expectAnswer()
        }
    }

    @Test func `a load that is never answered can be cancelled`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "neverReply")
            let provider = try #require(try await host.send("", to: identifier)[0].attachments?.first)
            let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
                let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { _, error in
                    continuation.resume(returning: error)
                }
                progress.cancel()
            }
            #expect((error as? CocoaError)?.code == .userCancelled, "\(error as Any)")
            try await host.expectAnswer()
        }
    }

    @Test func `a name that leads out of the folder is only a name`() async throws {
        try await TestDevice.with { device in
            let host = try await device.host(against: "growingName")
            let provider = try #require(try await host.send("", to: identifier)[0].attachments?.first)
            let name = await withCheckedContinuation { continuation in
                provider.loadFileRepresentation(forTypeIdentifier: "public.data") { url, _ in
                    continuation.resume(returning: url?.lastPathComponent)
                }
            }
            #expect(name == "item")
            try await host.expectAnswer()
        }
    }

    @Test func `children of an extension end with it`() async throws {
        try await TestDevice.withLastingProcesses { device in
            let host = try await device.host(against: "leaveChildren")
            let items = try await host.send("", to: identifier)
            #expect(items.first?.text == "children left")
            let process = try await host.process(of: identifier)
            let family = DeviceProcesses.all(of: device).filter { $0.name.contains("Hostile.appex/Hostile") }
            #expect(family.count >= 1)
            sendSignal(SIGKILL, to: process.pid)
            for member in family { _ = try await ProcessEnd.of(member.pid, atMost: .promptly) }
            try await host.expectAnswer()
        }
    }
}
