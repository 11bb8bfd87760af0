import AppexModel
import ArgumentParser
import Foundation
import SystemPackage

/// What `appex-port` is called with.
struct PortOptions: Equatable {
    /// The project, or a folder that contains one.
    let path: String
    /// The folder of the package.
    let output: String
    /// The names of the targets; all extensions if empty.
    var targets: [String] = []
    /// The name of the build configuration; nil for the project's default.
    var configuration: String?
    /// Build settings in the form `NAME=VALUE`.
    var settings: [String] = []
    /// The paths of files with build settings.
    var configurationFiles: [String] = []
    /// Whether the compiler's messages refer to the original sources.
    var addsSourceLocations = false
    /// Whether the result is printed as JSON.
    var json = false
    /// Whether the package depends on the sources of OpenExtensionKit. Otherwise it is built with the SDK.
    var dependsOnKit = false

    /// The arguments of the program.
    ///
    /// - Parameter kit: the sources of OpenExtensionKit.
    func arguments(kit: KitLocation) -> [String] {
        var arguments = ["--output", output, "--kit", kit.folder]
        for target in targets { arguments += ["--target", target] }
        if let configuration { arguments += ["--configuration", configuration] }
        for setting in settings { arguments += ["--setting", setting] }
        for file in configurationFiles { arguments += ["--xcconfig", file] }
        if addsSourceLocations { arguments.append("--source-locations") }
        if json { arguments.append("--json") }
        if dependsOnKit { arguments.append("--depends-on-kit") }
        // A path can begin with a hyphen.
        return arguments + ["--", path]
    }

    /// The absolute path of a project, or of a folder in which `appex-port` looks for one.
    ///
    /// - Throws: `ValidationError` if there is no folder at the path.
    static func project(at path: String) throws -> FilePath {
        let place = PackageBundler.path(path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.string, isDirectory: &isFolder), isFolder.boolValue else {
            throw ValidationError("There is no folder \(Console.tame(path)); give an Xcode project, NAME.xcodeproj.")
        }
        return place
    }

    /// The folder that receives the apps of a project: that of NAME.xcodeproj, or the given folder itself.
    static func folder(of project: FilePath) -> FilePath {
        project.extension == "xcodeproj" ? project.removingLastComponent() : project
    }
}
