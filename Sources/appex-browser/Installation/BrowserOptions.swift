import AppexModel
import AppexPages
import AppexSystem
import ArgumentParser
import Foundation
import Glibc
import SystemPackage

/// The options for which browsers a command is about.
struct BrowserOptions: ParsableArguments {
    @Flag(help: "Only for Chromium and Google Chrome.")
    var chromium = false

    @Flag(help: "Only for Firefox.")
    var firefox = false

    @Option(
        help: ArgumentHelp(
            "A folder of the browser's user data instead of the user's. Firefox looks for this program in HOME.",
            valueName: "folder"),
        completion: .directory)
    var profile: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard profile != "" else { throw ValidationError("--profile takes the path of a folder.") }
        guard profile == nil || chromium != firefox else {
            throw ValidationError("--profile belongs to one browser: add --chromium or --firefox.")
        }
    }

    /// The installations that are meant.
    ///
    /// - Parameter areAll: whether those of browsers that are not there are included without an option.
    /// - Throws: ``PageFailure`` if none is meant, or if HOME names no folder.
    func installations(areAll: Bool = false) throws(PageFailure) -> [BrowserInstallation] {
        let environment = ProcessInfo.processInfo.environment
        guard let home = environment["HOME"], home.begins(with: "/") else {
            throw PageFailure("HOME is not the path of a folder; set it to your home folder.")
        }
        for folder in [home] + (profile.map { [$0] } ?? []) {
            var status = stat()
            // Its owner could lead what is written or removed anywhere by links.
            guard stat(folder, &status) != 0 || status.st_uid == geteuid() else {
                throw PageFailure("\(folder) belongs to another user; set HOME and --profile to folders of your own.")
            }
        }
        let all = Browser.allCases.filter { browser in
            chromium == firefox || (browser == .chromium ? chromium : firefox)
        }.map { BrowserInstallation($0, home: home, profile: profile, environment: environment) }
        guard !areAll, !chromium, !firefox else { return all }
        let present = all.filter { $0.browser.program(environment) != nil }
        guard !present.isEmpty else {
            throw PageFailure("There is neither Chromium nor Firefox in PATH; name one by --chromium or --firefox.")
        }
        return present
    }

    /// The path of this program.
    ///
    /// - Throws: ``PageFailure`` if the system does not tell it.
    var program: String {
        get throws(PageFailure) {
            guard let path = ProgramLocator.runningProgram else {
                throw PageFailure("Cannot find the path of the program appex-browser, which the browser has to start.")
            }
            return path.string
        }
    }

    /// Prints a value as JSON.
    func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
