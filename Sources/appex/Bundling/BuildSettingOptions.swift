import AppexModel
import AppexSystem
import ArgumentParser
import Foundation
import SystemPackage

/// The options for the build settings that property lists refer to.
struct BuildSettingOptions: ParsableArguments {
    @Option(
        name: .customLong("setting"),
        help: ArgumentHelp(
            "Set a build setting that Info.plists and entitlements refer to, as $(NAME). May be repeated.",
            valueName: "NAME=VALUE"))
    var settings: [String] = []

    @Option(
        name: .customLong("xcconfig"),
        help: ArgumentHelp(
            "Read build settings from a file, as Xcode does. May be repeated; a later one and --setting go before it.",
            valueName: "file"),
        completion: .file(extensions: ["xcconfig"]))
    var files: [String] = []

    func validate() throws {
        for text in settings where UserBuildSettings.assignment(text) == nil {
            throw ValidationError(
                "--setting \(Console.tame(String(text.prefix(80)))) is not a build setting; write NAME=VALUE, with letters, "
                    + "digits and _ in the name.")
        }
    }

    /// The settings, those of the files first.
    ///
    /// - Parameter configuration: the build configuration, for conditions in the files.
    /// - Throws: ``BundlingError/settings(_:)`` if a file cannot be used.
    func read(configuration: SwiftToolchain.Optimisation = .debug) throws(BundlingError) -> UserBuildSettings {
        let name = configuration.rawValue.capitalized
        var assignments: [UserBuildSettings.Assignment] = []
        do throws(BuildSettingsError) {
            for file in files {
                assignments += try BuildSettingsReader.assignments(
                    in: PackageBundler.path(file), configuration: name, read: Self.bytes(of:))
            }
        } catch {
            throw .settings(error)
        }
        return UserBuildSettings(assignments + settings.compactMap(UserBuildSettings.assignment), configuration: name)
    }

    private static func bytes(of file: FilePath) throws(BuildSettingsError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file.string) else { return nil }
        do {
            return try InputFile.content(of: file.string, limit: BuildSettingsReader.fileBytes)
        } catch {
            throw BuildSettingsError(
                file: file.string,
                reason: "the file cannot be read, or is larger than \(BuildSettingsReader.fileBytes) bytes")
        }
    }
}
