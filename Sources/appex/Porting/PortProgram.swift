import AppexModel
import AppexSystem
import Foundation
import SystemPackage

/// The program `appex-port`, which ports Xcode projects.
///
/// It is a package of its own, because it needs a parser of Swift, whose compilation takes minutes. It is compiled from the sources of
/// OpenExtensionKit when it is first needed, and after they or the compiler have changed.
struct PortProgram {
    /// The name of the program.
    static let name = "appex-port"
    /// The environment variable with its path.
    static let variable = "APPEX_PORT"
    /// The environment variable that tells its package where the toolchain's SwiftSyntax is, so that swift-syntax is not compiled.
    private static let syntaxVariable = "APPEX_SWIFT_SYNTAX"
    /// The folder of its package within the sources of OpenExtensionKit.
    private static let package = "Tools/Port"
    /// The folders of the sources of OpenExtensionKit that it is compiled from.
    private static let sources = [
        package, "Sources/AppexManifest", "Sources/AppexModel", "Sources/AppexSystem", "Sources/CAppexShims",
    ]

    /// The path of the program.
    let path: FilePath

    /// Finds the program, or builds it: the one in APPEX_PORT, one that is installed beside this program, or the one that is built from
    /// the sources.
    ///
    /// - Parameter kit: the sources of OpenExtensionKit.
    /// - Throws: ``BundlingError`` if it is not there and cannot be built.
    init(kit: KitLocation, environment: [String: String]) async throws(BundlingError) {
        if let found = ProgramLocator.find(Self.name, variable: Self.variable, environment: environment) {
            path = found
            return
        }
        if let named = environment[Self.variable], !named.isEmpty {
            throw .port(
                reason: "\(named) in \(Self.variable) is not a program; correct the path, or unset the variable")
        }
        let kit = FilePath(kit.folder)
        let package = kit.appending(Self.package)
        guard FileManager.default.fileExists(atPath: package.appending("Package.swift").string) else {
            throw .port(
                reason: "\(Self.name) is not installed beside this program, and \(kit) does not contain its sources; "
                    + "set \(Self.variable) to its path")
        }
        let scratch = Self.scratch(of: kit, environment: environment)
        let program = scratch.appending("debug").appending(Self.name)
        let compiler = try await CompilerTarget.current()
        if Self.needsBuild(program, from: kit, by: compiler.compilerVersion) {
            Console.complain("Building \(Self.name) from \(package). This takes a minute or more the first time.")
            let built = try Self.writable(kit, environment: environment).appending(Self.package)
            let syntax = compiler.syntaxLibraries
            try await ToolProcess.show(
                ["build", "--package-path", built.string, "--scratch-path", scratch.string, "--product", Self.name],
                environment: syntax.map { [Self.syntaxVariable: $0.string] } ?? [:])
            // A build that has nothing to do does not touch the program.
            try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: program.string)
            // Without it the next call builds again.
            try? Data(compiler.compilerVersion.utf8).write(to: Self.record(of: program), options: .atomic)
        }
        path = program
    }

    /// The folder to build in: within the sources if they can be written to, as in a checkout, or else in the user's cache.
    static func scratch(of kit: FilePath, environment: [String: String]) -> FilePath {
        guard !FileManager.default.isWritableFile(atPath: kit.string) else {
            return kit.appending(".build").appending("port")
        }
        return CacheFolder.path(environment).appending("port-\(PackageVersion.current)")
    }

    /// The sources in a folder that can be written to: a copy in the user's cache if that of the kit cannot, because a build writes a
    /// file beside Package.swift.
    private static func writable(
        _ kit: FilePath, environment: [String: String]
    ) throws(BundlingError) -> FilePath {
        guard !FileManager.default.isWritableFile(atPath: kit.string) else { return kit }
        let copy = CacheFolder.path(environment).appending("port-sources-\(PackageVersion.current)")
        try self.copy(kit, to: copy)
        return copy
    }

    /// Copies the sources that the program is compiled from, over an earlier copy.
    static func copy(_ kit: FilePath, to copy: FilePath) throws(BundlingError) {
        do {
            if FileManager.default.fileExists(atPath: copy.string) {
                try FileManager.default.removeItem(atPath: copy.string)
            }
            for folder in sources {
                let target = copy.appending(folder)
                try FileManager.default.createDirectory(
                    atPath: target.removingLastComponent().string, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: kit.appending(folder).string, toPath: target.string)
            }
        } catch {
            throw .file(doing: "copy the sources of \(name) to", path: copy.string, reason: error.localizedDescription)
        }
    }

    /// The file with the version of the compiler that has built a program, beside the program.
    private static func record(of program: FilePath) -> URL { URL(fileURLWithPath: program.string + ".compiler") }

    /// Whether the program does not exist, is older than one of its sources, or was built by another compiler, whose SwiftSyntax it
    /// loads.
    ///
    /// - Parameter compiler: the version of the compiler in PATH.
    static func needsBuild(_ program: FilePath, from kit: FilePath, by compiler: String) -> Bool {
        guard let built = date(program.string), FileManager.default.isExecutableFile(atPath: program.string),
            (try? Data(contentsOf: record(of: program))) == Data(compiler.utf8)
        else { return true }
        return sources.contains { folder in
            let place = kit.appending(folder).string
            // A folder changes when a file is added, removed or replaced.
            let files = FileManager.default.enumerator(atPath: place)
            while let file = files?.nextObject() as? String {
                if file.hasPrefix(".build") {
                    files?.skipDescendants()
                } else if let changed = date("\(place)/\(file)"), changed > built {
                    return true
                }
            }
            return false
        }
    }

    private static func date(_ path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
}
