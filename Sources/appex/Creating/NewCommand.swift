import AppexModel
import AppexSystem
import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage

/// `appex new`: creates apps, hosts and extensions.
struct NewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Creates an app, a host, or an extension of an app.",
        discussion: """
            Kinds:
            \(ProjectKind.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

            An app and a host become a package in a new folder. An extension is added to the package of its app. What is \
            created builds, and has a test; `appex dev` installs it, and `appex test` tests it.
            """)

    @Argument(help: "What to create: \(ProjectKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: ProjectKind?

    @Argument(help: "Its name, which is also that of a Swift module.")
    var name: String?

    @Option(
        help: ArgumentHelp("The package that an extension is added to.", valueName: "folder"), completion: .directory)
    var package = "."

    @Option(
        help: "The bundle identifier. By default that of an app is org.example.NAME, that of an extension extends it.")
    var identifier: String?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp("Adds an extension to a new app: \(Self.extensionKinds).", valueName: "kind"))
    var addition: ProjectKind?

    @Option(
        help: ArgumentHelp(
            "Let the package depend on these sources of OpenExtensionKit, instead of building it with the SDK.",
            valueName: "folder"),
        completion: .directory)
    var kit: String?

    @OptionGroup var buildFolder: BuildFolderOptions

    private static var extensionKinds: String { ProjectKind.extensions.map(\.rawValue).joined(separator: ", ") }

    func validate() throws {
        guard let addition else { return }
        guard addition.isExtension, kind == .app else {
            throw ValidationError("--with adds an extension to a new app: \(Self.extensionKinds).")
        }
    }

    func run() async throws {
        let kind = try kind ?? askForKind()
        let name = try Self.checked(name ?? ask("Name", orGive: "a name"))
        switch kind {
        case .app: try await createApp(name, try library)
        case .host: try await createHost(name, try library)
        default: try await add(kind, name)
        }
    }

    /// What a new package gets the library from.
    private var library: LibraryOrigin {
        get throws { try kit == nil ? .sdk : .sources(location) }
    }

    /// What a new target of an existing package gets the library from: what the package gets it from.
    private func library(of package: URL) throws -> LibraryOrigin {
        let manifest = try? String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
        if manifest?.contains("\"OpenExtensionKit\"") == true { return .sources(try location) }
        guard kit == nil else {
            throw CommandFailure(
                "The package \(package.path) is built with the SDK, and an extension that is added to it is too; leave out --kit, "
                    + "or create a package with `appex new app NAME --kit FOLDER`.", .usage)
        }
        return .sdk
    }

    private var location: KitLocation {
        get throws {
            try KitLocation(
                kit, environment: ProcessInfo.processInfo.environment, program: ProgramLocator.runningProgram)
        }
    }

    // MARK: Packages

    private func createApp(_ name: ProjectName, _ library: LibraryOrigin) async throws {
        let identifier = try Self.checked(identifier: identifier ?? "org.example.\(name.identifierPart)")
        var parts = [ProjectTemplate.app(name, identifier: identifier, library: library)]
        if let addition {
            let part = try Self.checked(addition == .actionUI ? "ActionUI" : addition.rawValue.capitalized)
            guard part.text.lowercased() != name.text.lowercased() else {
                throw CommandFailure(
                    "The app cannot have the name of its extension, \(part). Choose another one.", .usage)
            }
            // Users choose it by the app's name, and not by "Share" or "Action".
            parts.append(
                ExtensionTemplate(
                    kind: addition, name: part, app: name.text, identifier: "\(identifier).\(part)", displayName: name,
                    library: library
                ).project)
        }
        try NewPackage(
            name, parts, library: library, needsFrameworks: true,
            readme: """
                # \(name)

                An app that contains app extensions, made with OpenExtensionKit. \(Self.remark(library))

                | Command, in this folder | What it does |
                |---|---|
                | `appex new action NAME` | adds an extension; also \(Self.otherKinds) |
                | `appex open \(identifier)` | opens the app, once it is installed |
                | `appex dev` | builds and installs the app, again after every change, and shows what extensions print |
                | `appex test` | runs the tests, on a device of their own |
                | `appex check` | looks for mistakes without building |

                """
        ).write(into: URL(filePath: "."))
        await say(name, library, "`cd \(name)`, then `appex dev` builds and installs it, and `appex test` tests it.")
    }

    private func createHost(_ name: ProjectName, _ library: LibraryOrigin) async throws {
        try NewPackage(
            name, [ProjectTemplate.host(name, library: library)], library: library, needsFrameworks: false,
            readme: """
                # \(name)

                A program that hands a text to an app extension, made with OpenExtensionKit. \(Self.remark(library, isHost: true))

                | Command, in this folder | What it does |
                |---|---|
                | `appex dev --once` | builds the program; without `--once` again after every change |
                | `.build/programs/\(name) some words` | hands over the words, and prints what comes back |
                | `appex list` | lists the extensions that are installed |
                | `appex test` | runs the tests, on a device of their own |

                """
        ).write(into: URL(filePath: "."))
        await say(
            name, library,
            "`cd \(name)`, then `appex dev --once` builds it, `.build/programs/\(name) some words` runs it, and "
                + "`appex test` tests it.")
    }

    /// The kinds of extensions except `action`, for a sentence.
    private static var otherKinds: String {
        let names = ProjectKind.extensions.filter { $0 != .action }.map { "`\($0.rawValue)`" }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// What builds a package, for its README.
    private static func remark(_ library: LibraryOrigin, isHost: Bool = false) -> String {
        if library != .sdk, isHost { return "`swift build` builds it too." }
        return library == .sdk
            ? "Only `appex` builds it, because the library comes from the installed SDK; `swift build` does not find it."
            : "`appex` makes an app of what `swift build` builds."
    }

    private func say(_ name: ProjectName, _ library: LibraryOrigin, _ next: String) async {
        await prepare(PackageBundler(package: name.text), library)
        Console.say("Created the package \(name). \(next)")
    }

    /// Makes what an editor needs. A package that depends on sources needs nothing, and is not resolved here.
    private func prepare(_ bundler: PackageBundler, _ library: LibraryOrigin) async {
        guard library == .sdk else { return }
        do throws(BundlingError) { _ = try await bundler.prepare() } catch {
            // What was created is complete without it.
            Console.complain("note: \(error)")
        }
    }

    // MARK: Extensions

    private func add(_ kind: ProjectKind, _ name: ProjectName) async throws {
        let folder = URL(filePath: package).standardizedFileURL
        guard FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) else {
            throw CommandFailure(
                "There is no Swift package in \(package): `appex new app NAME` creates one, and --package names another.",
                .notFound)
        }
        let library = try library(of: folder)
        let bundler = PackageBundler(package: folder.path, scratch: buildFolder.shared)
        let plan: BundlePlan
        do throws(BundlingError) { plan = try await bundler.read() } catch {
            throw CommandFailure(error.description, .failed)
        }
        // An extension belongs to the app whose identifier it extends; the first one if that is not said.
        let apps = plan.apps.map(\.bundle)
        let app = apps.first { identifier?.hasPrefix($0.identifier.rawValue + ".") == true } ?? apps[0]
        let own = identifier ?? "\(app.identifier.rawValue).\(name.identifierPart)"
        let template = ExtensionTemplate(
            kind: kind, name: name, app: app.product, identifier: try Self.checked(identifier: own),
            library: library)
        guard own.hasPrefix(app.identifier.rawValue + ".") else {
            throw CommandFailure(
                "\(own) belongs to no app of the package: it has to begin with \(app.identifier.rawValue).", .usage)
        }
        try await NewExtension(template: template, package: folder).write(toolchain: bundler.swift)
        await prepare(bundler, library)
        Console.say("Added \(own) to \(app.name), in Sources/\(name). `appex dev` builds and installs it.")
    }

    // MARK: What is asked

    private static func checked(_ name: String) throws -> ProjectName {
        do throws(ProjectName.Refusal) { return try ProjectName(name) } catch {
            throw CommandFailure(error.message, .usage)
        }
    }

    private static func checked(identifier: String) throws -> String {
        guard BundleIdentifier(rawValue: identifier) != nil else {
            throw CommandFailure(
                "\(ManifestError.printable(identifier, limit: 80)) is not a bundle identifier: it consists of words of "
                    + "letters, digits and hyphens, separated by periods, such as org.example.Journal.", .usage)
        }
        return identifier
    }

    private func askForKind() throws -> ProjectKind {
        if isatty(STDIN_FILENO) == 1 {
            for kind in ProjectKind.allCases { Console.say("  \(kind.rawValue): \(kind.summary)") }
        }
        let answer = try ask("Kind", orGive: "what to create")
        guard let kind = ProjectKind(rawValue: answer) else {
            let kinds = ProjectKind.allCases.map(\.rawValue)
            throw CommandFailure(
                "There is no kind \(Console.tame(answer)).\(NearMisses.question(answer, among: kinds)) "
                    + "There are \(kinds.joined(separator: ", ")).", .usage)
        }
        return kind
    }

    /// Asks the person at the terminal.
    private func ask(_ question: String, orGive what: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure("Give \(what): `appex new KIND NAME`. `appex new --help` lists the kinds.", .usage)
        }
        FileHandle.standardError.write(Data("\(question): ".utf8))
        return readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
    }
}

extension ProjectKind: ExpressibleByArgument {}
