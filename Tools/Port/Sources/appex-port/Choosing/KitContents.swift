import Foundation
import XcodeProjects

/// What the package can import: the modules of OpenExtensionKit, those under Apple's names, and those of the toolchain.
struct KitContents {
    /// The folder with the sources of OpenExtensionKit.
    let folder: String
    /// The modules under Apple's names.
    let frameworks: Set<String>
    /// The modules of OpenExtensionKit that are products.
    let modules: Set<String>
    /// The names that a target of the package cannot have, in lower case, because targets of the kit and of what it uses have
    /// them.
    let reservedNames: Set<String>
    /// The types and constants of Apple's frameworks that are missing here, with the page that lists them.
    let remaining: [String: String]

    /// The modules of the toolchain.
    static let toolchain: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "FoundationInternationalization",
        "Dispatch", "Glibc", "Swift", "Synchronization", "RegexBuilder", "Observation", "Distributed", "Cxx",
        "_Concurrency", "_StringProcessing",
    ]

    /// Modules of packages that the kit uses, and whose names targets cannot have either.
    private static let used: Set<String> = [
        "Logging", "Crypto", "CryptoExtras", "X509", "SwiftASN1", "SystemPackage", "ArgumentParser", "Subprocess",
        "ServiceLifecycle", "UnixSignals", "GRDB", "FlyingFox", "FlyingSocks", "Metrics", "CoreMetrics", "Atomics",
        "Testing", "XCTest",
    ]

    /// Looks at the sources of the kit.
    ///
    /// - Throws: ``ProjectError`` if the folder does not contain them.
    init(_ path: String) throws(ProjectError) {
        let absolute = PortOptions.absolute(path)
        let manager = FileManager.default
        guard manager.fileExists(atPath: absolute + "/Sources/OpenExtensionKit"),
            manager.fileExists(atPath: absolute + "/Frameworks/Package.swift")
        else {
            throw ProjectError(
                file: path,
                "The folder does not contain OpenExtensionKit. Give the folder with its Package.swift by --kit.")
        }
        func names(_ folder: String) -> Set<String> {
            Set((try? manager.contentsOfDirectory(atPath: absolute + folder)) ?? [])
        }
        folder = absolute
        frameworks = names("/Frameworks/Sources")
        let sources = names("/Sources")
        modules = sources.filter { $0.hasPrefix("Open") && $0 != "OpenViewTree" }.union(["ExtensionTesting"])
        reservedNames = Set(
            sources.union(frameworks).union(Self.used).union(Self.toolchain).union(["OpenExtensionKitPackageTests"])
                .map { $0.lowercased() })
        var remaining: [String: String] = [:]
        for name in names("/RemainingInterface").sorted() where name.hasSuffix(".md") {
            let text = (try? String(contentsOfFile: absolute + "/RemainingInterface/" + name, encoding: .utf8)) ?? ""
            for type in Self.types(in: text) { remaining[type] = "RemainingInterface/\(name)" }
        }
        self.remaining = remaining
    }

    /// All modules that a source can import, except those of the project.
    var importable: Set<String> { frameworks.union(modules).union(Self.toolchain) }

    /// The dependency in Package.swift that makes a module importable; nil for a module of the toolchain or of the project.
    func product(of module: String) -> PackageDependency? {
        if frameworks.contains(module) { return .framework(module) }
        if modules.contains(module) { return .library(module) }
        return nil
    }

    /// The names of types and of global constants in the declarations of a page.
    private static func types(in page: String) -> [String] {
        var isCode = false
        var names: [String] = []
        for line in page.split(separator: "\n") {
            if line.hasPrefix("```") {
                isCode.toggle()
                continue
            }
            let words = line.split(separator: " ")
            guard isCode, words.count >= 2, ["class", "struct", "enum", "protocol", "let"].contains(words[0]) else {
                continue
            }
            let name = words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            if name.count >= 4, !name.contains(".") { names.append(String(name)) }
        }
        return names
    }
}
