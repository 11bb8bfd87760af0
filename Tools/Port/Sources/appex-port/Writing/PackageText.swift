import AppexModel
import XcodeProjects

/// The text of Package.swift.
struct PackageText {
    /// The name of the package.
    let name: String
    /// The name of the project, for the comment at the beginning.
    let project: String
    /// The folder with the sources of OpenExtensionKit.
    let kit: String
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
            dependencies: [
                .package(name: "OpenExtensionKit", path: \(kit.swiftLiteral)),
                .package(name: "Frameworks", path: \((kit + "/Frameworks").swiftLiteral)),
        \(packages.map(Self.text).joined())    ],
            targets: [
        \(targets.map(Self.text).joined())    ]
        )

        """
    }

    private static func text(_ package: RemotePackage) -> String {
        "        .package(url: \(package.address.swiftLiteral), \(package.requirement ?? "from: \"0.0.0\"")),\n"
    }

    private static func text(_ target: PackageTarget) -> String {
        let isProgram = target.kind != .library
        var arguments = ["name: \(target.name.swiftLiteral)"]
        if !target.dependencies.isEmpty {
            let list = target.dependencies.sorted().map { "                \($0.text),\n" }.joined()
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
        arguments.append("swiftSettings: [\(settings.joined(separator: ", "))]")
        if isProgram {
            arguments.append("plugins: [.plugin(name: \"ExtensionEntryPoint\", package: \"OpenExtensionKit\")]")
        }
        let lines = arguments.map { "            \($0)" }.joined(separator: ",\n")
        return "        .\(isProgram ? "executableTarget" : "target")(\n\(lines)\n        ),\n"
    }
}
