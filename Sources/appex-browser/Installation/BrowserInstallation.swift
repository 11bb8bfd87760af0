import AppexModel
import AppexPages
import Foundation
import Glibc

/// The files of one browser's installation: the WebExtension, and the manifests by which the browser finds this program.
struct BrowserInstallation {
    let browser: Browser
    private let home: URL
    /// A folder of user data of the browser; nil for the user's.
    private let profile: URL?
    private let environment: [String: String]

    /// - Parameter home: the user's folder.
    /// - Parameter profile: a folder of user data of the browser; nil for the user's.
    init(_ browser: Browser, home: String, profile: String?, environment: [String: String]) {
        self.browser = browser
        self.environment = environment
        self.home = URL(fileURLWithPath: home, isDirectory: true)
        self.profile = profile.map { URL(fileURLWithPath: $0, isDirectory: true).standardizedFileURL }
    }

    /// The folder of the WebExtension.
    var folder: URL {
        if let profile { return profile.appending(path: "OpenExtensionKit-\(browser.rawValue)") }
        let data = environment["XDG_DATA_HOME"].flatMap { $0.begins(with: "/") ? URL(fileURLWithPath: $0) : nil }
        return (data ?? home.appending(path: ".local/share")).appending(path: "openextensionkit/\(browser.rawValue)")
    }

    /// The folder of the configuration of programs.
    private var configuration: URL {
        environment["XDG_CONFIG_HOME"].flatMap { $0.begins(with: "/") ? URL(fileURLWithPath: $0) : nil }
            ?? home.appending(path: ".config")
    }

    /// The paths of the manifests by which the browser finds this program.
    var manifests: [URL] {
        browser.manifestFolders(configuration: configuration, home: home, profile: profile).map {
            $0.appending(path: "\(WebExtension.hostName).json")
        }
    }

    /// The native messaging manifest, as both browsers read it.
    struct Manifest: Codable, Equatable {
        var name = WebExtension.hostName
        var description = "App extensions of OpenExtensionKit"
        var path: String
        var type = "stdio"
        var allowed_origins: [String]?
        var allowed_extensions: [String]?

        /// - Parameter program: the absolute path of this program.
        init(for browser: Browser, program: String) {
            path = program
            switch browser {
            case .chromium: allowed_origins = [WebExtension.chromiumOrigin]
            case .firefox: allowed_extensions = [WebExtension.firefoxIdentifier]
            }
        }
    }

    /// Writes all files, over those of an earlier version.
    ///
    /// - Parameter program: the absolute path of this program.
    /// - Throws: ``PageFailure`` if a file cannot be written, or if something else is in the place of the WebExtension.
    func install(program: String) throws(PageFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let manifest = try? encoder.encode(Manifest(for: browser, program: program)) else { return }
        try removeFolder()
        for (name, bytes) in WebExtension.files(for: browser) { try write(Data(bytes), folder.appending(path: name)) }
        for file in manifests { try write(manifest, file) }
    }

    private func write(_ data: Data, _ file: URL) throws(PageFailure) {
        do {
            // Whatever the umask, others must not be able to change what the browser runs.
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755])
            try data.write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        } catch {
            throw Self.failure("write", file, error)
        }
    }

    private static func failure(_ action: String, _ file: URL, _ error: any Error) -> PageFailure {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        let isKernels = cause?.domain == NSPOSIXErrorDomain
        let reason = isKernels ? String(cString: strerror(CInt(cause?.code ?? 0))) : error.localizedDescription
        return PageFailure("Cannot \(action) \(file.path): \(reason.withFullStop)")
    }

    /// Removes all files.
    ///
    /// - Returns: the paths that were removed.
    /// - Throws: ``PageFailure`` if one that exists cannot be removed.
    func uninstall() throws(PageFailure) -> [String] {
        var removed: [String] = []
        if try removeFolder() { removed.append(folder.path) }
        // Firefox has one such file for all profiles.
        let other = BrowserInstallation(browser, home: home.path, profile: nil, environment: environment)
        guard browser == .chromium || profile == nil || !other.hasFolder else { return removed }
        for file in manifests where FileManager.default.contents(atPath: file.path) != nil {
            try remove(file)
            removed.append(file.path)
        }
        return removed
    }

    private func remove(_ file: URL) throws(PageFailure) {
        do { try FileManager.default.removeItem(at: file) } catch { throw Self.failure("remove", file, error) }
    }

    private var hasFolder: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "manifest.json").path)
    }

    private struct Named: Decodable { let name: String }

    /// Removes the folder of the WebExtension. A folder with something else in it is left alone.
    ///
    /// - Returns: whether there was one.
    @discardableResult private func removeFolder() throws(PageFailure) -> Bool {
        guard (try? FileManager.default.attributesOfItem(atPath: folder.path)) != nil else { return false }
        let manifest = FileManager.default.contents(atPath: folder.appending(path: "manifest.json").path) ?? Data()
        guard (try? JSONDecoder().decode(Named.self, from: manifest))?.name == WebExtension.name else {
            throw PageFailure("\(folder.path) is not a folder of the WebExtension; move it away and try again.")
        }
        try remove(folder)
        return true
    }

    /// What is installed, and why it does not work.
    struct Status: Encodable {
        let browser: Browser
        /// The path of the browser's program; nil if it is not in `PATH`.
        let program: String?
        /// The folder of the WebExtension; nil if it is not installed.
        let folder: String?
        /// One sentence for each reason why it does not work; empty if it is ready to be loaded by the browser.
        let problems: [String]
    }

    /// Examines the installation.
    ///
    /// - Parameter program: the absolute path of this program.
    func status(program: String) -> Status {
        let found = browser.program(environment)
        var problems: [String] = []
        if found == nil {
            problems.append("There is no program of \(browser.displayName) in PATH.")
        }
        let fix = "run `appex browser install --\(browser.rawValue)`"
        if !hasFolder {
            problems.append("The WebExtension is not installed; \(fix).")
        } else if !WebExtension.files(for: browser).allSatisfy({ name, bytes in
            FileManager.default.contents(atPath: folder.appending(path: name).path) == Data(bytes)
        }) {
            problems.append("The WebExtension in \(folder.path) is that of another version, or was changed; \(fix).")
        }
        problems += manifests.compactMap { problem(of: $0, program: program) }.map { "\($0); \(fix)." }
        return Status(browser: browser, program: found, folder: hasFolder ? folder.path : nil, problems: problems)
    }

    private func problem(of file: URL, program: String) -> String? {
        guard let data = FileManager.default.contents(atPath: file.path) else { return "\(file.path) does not exist" }
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: data) else {
            return "\(file.path) is not a native messaging manifest"
        }
        guard FileManager.default.isExecutableFile(atPath: manifest.path) else {
            return "\(file.path) names the program \(manifest.path), which does not exist"
        }
        return manifest == Manifest(for: browser, program: program) ? nil : "\(file.path) is that of another version"
    }
}
