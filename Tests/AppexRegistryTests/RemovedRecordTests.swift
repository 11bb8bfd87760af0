import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

/// What uninstalling removes besides an app's own files.
@Suite struct RemovedRecordTests {
    private func identifier(_ text: String) throws -> BundleIdentifier {
        try #require(BundleIdentifier(rawValue: text))
    }

    @Test func `logs and reports go with their app, and those of others stay`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            for (name, appex) in [("org.x", "org.x.share"), ("org.y", "org.y.share")] {
                let bundle = try BundleFixture(
                    in: device.folder.appending(name), identifier: name, extensions: [])
                try bundle.addExtension("Share", identifier: appex, version: "1.0", build: "1")
                _ = try store.install(appAt: bundle.path)
            }
            try FileManager.default.createDirectory(
                atPath: device.layout.logs.string, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                atPath: device.layout.reports.string, withIntermediateDirectories: true)
            let report = ReportIdentifier(at: Date(timeIntervalSince1970: 1_700_000_000))
            for name in ["org.x", "org.x.share", "org.y.share"] {
                let log = device.layout.log(of: try identifier(name)).string
                for path in [log, log + ".old"] { try Data("text".utf8).write(to: URL(filePath: path)) }
                let file = ReportFileName(identifier: report, appExtension: try identifier(name)).text
                try Data("{}".utf8).write(to: URL(filePath: device.layout.reports.appending(file).string))
            }
            // The log of the broker is not one of an app.
            try Data().write(to: URL(filePath: device.layout.brokerLog.string))
            try store.uninstall(try identifier("org.x"))
            #expect(
                try device.names(device.layout.logs) == ["org.y.share.log", "org.y.share.log.old", "appexd broker.log"])
            let kept = ReportFileName(identifier: report, appExtension: try identifier("org.y.share")).text
            #expect(try device.names(device.layout.reports) == [kept])
        }
    }

    @Test func `the log of an extension stays while another app has a copy of it`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            for name in ["org.x", "org.x.y"] {
                let bundle = try BundleFixture(in: device.folder.appending(name), identifier: name, extensions: [])
                try bundle.addExtension("Share", identifier: "org.x.y.share", version: "1.0", build: "1")
                _ = try store.install(appAt: bundle.path)
            }
            let log = device.layout.log(of: try identifier("org.x.y.share"))
            try FileManager.default.createDirectory(
                atPath: device.layout.logs.string, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: log.string))
            try store.uninstall(try identifier("org.x"))
            #expect(FileManager.default.fileExists(atPath: log.string))
            try store.uninstall(try identifier("org.x.y"))
            #expect(!FileManager.default.fileExists(atPath: log.string))
        }
    }
}
