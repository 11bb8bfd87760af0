import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// Extensions that ask for a process of their own for each request.
@Suite(.timeLimit(.minutes(30))) struct ProcessPerRequestTests {
    private func appex() -> TestAppex {
        var appex = TestAppex(point: "org.example.point")
        appex.wantsProcessPerRequest = true
        return appex
    }

    @Test func `each request has a process of its own, which ends with it`() async throws {
        try await TestDevice.with(linger: 3600) { device in
            try await device.install(appex())
            let host = device.host()
            for _ in 0..<3 {
                let info = try await host.send("report")[0].userInfo
                #expect(info?["principal"] as? Int == 1)
                try await eventually("it has ended") { try await host.extensionProcesses().isEmpty }
            }
            #expect(device.reports.isEmpty)
        }
    }

    @Test func `two requests at a time have two processes`() async throws {
        try await TestDevice.with(linger: 3600) { device in
            try await device.install(appex())
            let host = device.host()
            var held = try await [host.send("large"), host.send("large")]
            let processes = try await host.extensionProcesses()
            #expect(processes.count == 2 && processes.allSatisfy { $0.sessions == 1 })
            for items in held { #expect(try await items[0].attachments?.first?.data().count == 5_000_000) }
            held = []
            try await eventually("they have ended") { try await host.extensionProcesses().isEmpty }
        }
    }

    @Test func `its completion handler still has its time`() async throws {
        try await TestDevice.with(linger: 3600) { device in
            try await device.install(appex())
            let host = device.host()
            _ = try await host.send("completeSlowly")
            try await eventually("it has ended") { try await host.extensionProcesses().isEmpty }
            #expect(device.log().hasSuffix("completion handler true\ntold to stop\n"))
            #expect(device.reports.isEmpty)
        }
    }
}
