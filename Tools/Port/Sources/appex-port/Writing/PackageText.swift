import AppexModel
import XcodeProjects

/// The text of Package.swift.
struct PackageText {
    /// The name of the package.
    let name: String
    /// The name of the project, for the comment at the beginning.
    let project: String
    /// The folder with the sources of OpenExtensionKit, on which the package depends; nil if it is built with the SDK.
    let kit: String?
    /// The remote packages that the targets use.
    let packages: [RemotePackage]
    /// The targets.
    let targets: [PackageTarget]

    /// The whole text.
    var text: String {
        """
        // swift-tools-version: 6.2
        // Written from \(project).xcodeproj by "appex port". A change of this file is kept when the port is repeated.
        import PackageDescription

        let package = Package(
            name: \(name.swiftLiteral),
        \(dependencies)    targets: [
        \(targets.map(text).joined())    ]
        )

        """
    }

    /// The argument with the packages that this one depends on; empty if there are none.
    private var dependencies: String {
        let sources = kit.map { kit in
            [
                ".package(name: \"OpenExtensionKit\", path: \(kit.swiftLiteral))",
                ".package(name: \"Frameworks\", path: \((kit + "/Frameworks").swiftLiteral))",
            ]
        }
        let remote = packages.map {
            ".package(url: \($0.address.swiftLiteral), \($0.requirement ?? "from: \"0.0.0\""))"
        }
        let all = (sources ?? []) + remote
        return all.isEmpty ? "" : "    dependencies: [\n\(all.map { "        \($0),\n" }.joined())    ],\n"
    }

    private func text(_ target: PackageTarget) -> String {
        let isProgram = target.kind != .library
        var arguments = ["name: \(target.name.swiftLiteral)"]
        let dependencies = target.dependencies.filter { kit != nil || !$0.isInSDK }
        if !dependencies.isEmpty {
            let list = dependencies.sorted().map { "                \($0.text),\n" }.joined()
            arguments.append("dependencies: [\n\(list)            ]")
        }
        let excluded = Set(
            target.files.keys.filter { !$0.hasSuffix(".swift") }.map { String($0.prefix { $0 != "/" }) })
        if !excluded.isEmpty {
            arguments.append("exclude: [\(excluded.sorted().map(\.swiftLiteral).joined(separator: ", "))]")
        }
        var settings = [".swiftLanguageMode(\(target.isSwift6 ? ".v6" : ".v5"))"]
        if target.isolatesToMainActor { settings.append(".defaultIsolation(MainActor.self)") }
        settings += target.conditions.map { ".define(\($0.swiftLiteral))" }
        // On Apple's systems, all sources can import the frameworks, also those of libraries that a program imports.
        if kit == nil { settings.append(SDKPackage.findsFrameworks) }
        arguments.append("swiftSettings: [\(settings.joined(separator: ", "))]")
        if isProgram, kit != nil {
            arguments.append("plugins: [.plugin(name: \"ExtensionEntryPoint\", package: \"OpenExtensionKit\")]")
        }
        let lines = arguments.map { "            \($0)" }.joined(separator: ",\n")
        return "        .\(isProgram ? "executableTarget" : "target")(\n\(lines)\n        ),\n"
    }
}
