import AppexModel
import AppexSystem
import Foundation
@testable import OpenFoundation
import SystemPackage
import TestSupport
import Testing

/// Connecting to a broker that may end at any moment.
@Suite struct BrokerSocketTests {
    /// A device whose broker is a script.
    private final class Device {
        let folder = FilePath("/tmp/appex-test-\(UInt64.random(in: 0 ... .max))")
        let place: DevicePlace
        let environment: [String: String]
        let starts: FilePath

        /// - Parameter body: the lines of the script, which count the starts in `$COUNT`, and end when they have ended.
        init(_ body: (FilePath, DevicePlace) -> String) throws {
            let run = folder.appending("run")
            try FileManager.default.createDirectory(atPath: run.string, withIntermediateDirectories: true)
            place = try DevicePlace(
                environment: [
                    "APPEX_ROOT": folder.appending("device").string, "XDG_RUNTIME_DIR": run.string,
                ], home: folder, uid: CurrentUser.identifier)
            starts = folder.appending("starts")
            let program = folder.appending("broker")
            let script = """
                #!/bin/sh
                echo start >> \(starts)
                COUNT=$(wc -l < \(starts))
                \(body(folder, place))
                echo ready >&3
                """
            try script.write(toFile: program.string, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.string)
            environment = ["APPEX_BROKER": program.string, "PATH": "/usr/bin:/bin"]
        }

        deinit { try? FileManager.default.removeItem(atPath: folder.string) }

        var startCount: Int {
            ((try? String(contentsOfFile: starts.string, encoding: .utf8)) ?? "").split(separator: "\n").count
        }
    }

    @Test func `a broker that ends before it is reached is started again`() throws {
        let device = try Device { folder, place in
            "[ $COUNT -lt 3 ] || mv \(folder.appending("socket")) \(place.runtime.brokerSocket)"
        }
        let listener = try PacketSocket.listen(at: device.folder.appending("socket"))
        let socket = try BrokerSocket.connect(to: device.place, environment: device.environment)
        withExtendedLifetime(listener) {}
        withExtendedLifetime(socket) {}
        #expect(device.startCount == 3)
    }

    @Test func `a broker that always ends is started a few times, and then it is an error`() throws {
        let device = try Device { _, _ in "" }
        let error = #expect(throws: BrokerUnavailableError.self) {
            _ = try BrokerSocket.connect(to: device.place, environment: device.environment)
        }
        #expect(
            error?.description == "Cannot connect to \(device.place.runtime.brokerSocket): No such file or directory.")
        #expect(device.startCount == 5)
    }

    @Test func `a broker that says why it cannot start is not started again`() throws {
        let device = try Device { _, _ in "echo 'The disk is full.' >&3; exit 1" }
        let error = #expect(throws: BrokerUnavailableError.self) {
            _ = try BrokerSocket.connect(to: device.place, environment: device.environment)
        }
        #expect(error?.description == "Cannot start the broker: The disk is full.")
        #expect(device.startCount == 1)
    }

    @Test func `a broker that waits for another one, which listens meanwhile, is not waited for`() throws {
        let device = try Device { folder, place in
            "mv \(folder.appending("socket")) \(place.runtime.brokerSocket); while [ -e \(folder) ]; do sleep 0.05; done"
        }
        let listener = try PacketSocket.listen(at: device.folder.appending("socket"))
        _ = try BrokerSocket.connect(to: device.place, environment: device.environment)
        withExtendedLifetime(listener) {}
        #expect(device.startCount == 1)
    }
}
