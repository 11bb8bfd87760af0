import AppexProtocol
import Foundation
import FuzzSupport
import OpenExtensionKit
import SystemPackage

/// Installs, updates, removes and switches apps while the device's broker comes and goes, and knows what has to be there.
struct ChaosApps {
    /// One app, with one extension of the name `Other`.
    private struct App {
        let name: String
        /// What may be: a change that met the broker's end was made or not. nil stands for "not installed".
        var versions: Set<String?> = [nil]

        var identifier: String { "org.example.\(name)" }
        var `extension`: String { "\(identifier).Other" }
    }

    private let device: TestDevice
    private let record: ChaosRecord
    private let host: ExtensionHost
    private var generator: SeededGenerator
    private var apps = ChaosApps.names.map { App(name: $0) }
    private var counter = 0

    static let names = ["Come", "Go"]
    static var extensions: [String] { names.map { "org.example.\($0).Other" } }

    /// No change takes this long, even where a broker has to be started first.
    private static let limit = Duration.seconds(30)

    init(_ device: TestDevice, _ record: ChaosRecord, seed: UInt64) {
        self.device = device
        self.record = record
        host = device.host()
        generator = SeededGenerator(seed: seed)
    }

    /// - Returns: what was installed last.
    mutating func run() async {
        while record.phase <= .settling {
            let begun = ContinuousClock.now
            await change()
            await look()
            let taken = ContinuousClock.now - begun
            if taken > Self.limit { record.violation("a change of an app took \(taken)") }
            try? await Task.sleep(for: .milliseconds(Int.random(in: 50..<400, using: &generator)))
        }
    }

    private mutating func change() async {
        let index = Int.random(in: apps.indices, using: &generator)
        let app = apps[index]
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5:
            counter += 1
            let version = "1.\(counter)"
            await attempt("installs", index, version) { [device, host] in
                var bundle = TestApp(TestAppex("Other"))
                (bundle.identifier, bundle.name, bundle.version) = (app.identifier, app.name, version)
                let path = try bundle.write(into: device.folder.appending("files")).string
                _ = try await host.administration.install(path, acceptsUntrusted: true)
            }
        case 5..<8:
            await attempt("uninstalls", index, nil) { [host] in
                let uninstall = BrokerInterface.Uninstall(identifier: app.identifier)
                _ = try await host.broker.call(uninstall, once: true)
            }
        case 8: await attempt("switches", nil, nil) { [host] in try await host.disable(app.extension) }
        default: await attempt("switches", nil, nil) { [host] in try await host.enable(app.extension) }
        }
    }

    /// - Parameter index: the app that a success makes be of a version.
    private mutating func attempt(
        _ what: String, _ index: Int?, _ version: String?, _ body: @Sendable () async throws -> Void
    ) async {
        do {
            try await body()
            record.count(what)
            if let index { apps[index].versions = [version] }
        } catch let error as ExtensionError {
            record.count("\(what) \(error.code.rawValue)")
            switch error.code {
            case .notFound: if let index { apps[index].versions.formUnion([version]) }
            // The broker has ended before, while or after it did what was asked.
            case .brokerUnavailable, .died: if let index { apps[index].versions.formUnion([version]) }
            default: record.violation("\(what): \(error.code): \(error)")
            }
        } catch {
            record.violation("\(what): \(error)")
        }
    }

    /// Compares what is there with what may be there, and takes it for what is.
    mutating func look() async {
        do {
            let list = try await host.broker.call(BrokerInterface.List()).0.elements
            for index in apps.indices {
                let app = apps[index]
                let found = list.first { $0.identifier == app.identifier }
                if !app.versions.contains(found?.version) {
                    record.violation(
                        "\(app.identifier) is \(found?.version ?? "not installed"), and should be one of \(app.versions)"
                    )
                }
                if let found, found.extensions.map(\.identifier) != [app.extension] {
                    record.violation("\(app.identifier) has the extensions \(found.extensions.map(\.identifier))")
                }
                apps[index].versions = [found?.version]
            }
        } catch {
            if error.code != .brokerUnavailable { record.violation("what is installed could not be listed: \(error)") }
        }
    }
}
