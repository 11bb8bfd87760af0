import AppexSystem
import Foundation
import SystemPackage

/// The programs of OpenExtensionKit that a device uses.
struct DevicePrograms {
    private let broker: FilePath
    private let launcher: FilePath
    /// nil where it is not installed: pictures and archives cannot be read then.
    private let decoder: FilePath?

    /// Finds the programs as a host finds its broker and a broker its launcher.
    ///
    /// - Throws: ``TestDeviceError/programMissing(name:variable:)``.
    init(environment: [String: String]) throws(TestDeviceError) {
        guard let broker = ProgramLocator.find("appexd", variable: "APPEX_BROKER", environment: environment) else {
            throw .programMissing(name: "appexd", variable: "APPEX_BROKER")
        }
        let beside = Self.resolved(broker).removingLastComponent()
        let folders = [beside, beside.appending("../libexec/appex").lexicallyNormalized()].map(\.string)
        var near = environment
        near["PATH"] = (folders + [environment["PATH"]].compactMap { $0 }).joined(separator: ":")
        guard let launcher = ProgramLocator.find("appex-launch", variable: "APPEX_LAUNCHER", environment: near) else {
            throw .programMissing(name: "appex-launch", variable: "APPEX_LAUNCHER")
        }
        decoder = ProgramLocator.find("appex-decode", variable: "APPEX_DECODER", environment: near).map(Self.resolved)
        self.broker = Self.resolved(broker)
        self.launcher = Self.resolved(launcher)
    }

    private static func resolved(_ path: FilePath) -> FilePath {
        FilePath(URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path)
    }

    /// Links the programs into the device's folder, so that every process of the device can be recognized by its
    /// command line.
    ///
    /// - Returns: the environment variables with their paths.
    /// - Throws: a file system error.
    func link(in folder: FilePath) throws -> [String: String] {
        var variables: [String: String] = [:]
        for (variable, program) in [
            ("APPEX_BROKER", broker), ("APPEX_LAUNCHER", launcher), ("APPEX_DECODER", decoder),
        ] {
            guard let program else { continue }
            let link = folder.appending(program.lastComponent?.string ?? variable).string
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program.string)
            variables[variable] = link
        }
        return variables
    }
}
