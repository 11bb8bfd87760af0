// swift-tools-version: 6.2
import PackageDescription

/// The folder with the compiled SwiftSyntax that a Swift toolchain has for its macros. If it is named in the environment, as
/// `appex port` and the scripts do, then swift-syntax is neither fetched nor compiled.
let toolchainSyntax = Context.environment["APPEX_SWIFT_SYNTAX"]

/// The product of swift-syntax, unless the toolchain's is used.
func syntax(_ name: String) -> [Target.Dependency] {
    toolchainSyntax == nil ? [.product(name: name, package: "swift-syntax")] : []
}

let swift: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (toolchainSyntax.map { [.unsafeFlags(["-I", $0])] } ?? [])

let libraries: [LinkerSetting] =
    toolchainSyntax.map {
        [.unsafeFlags(["-L", $0, "-lSwiftSyntax", "-lSwiftParser", "-Xlinker", "-rpath", "-Xlinker", $0])]
    } ?? []

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// The program that ports Xcode projects. A package of its own, so that only those who port a project compile swift-syntax.
let package = Package(
    name: "Port",
    products: [.executable(name: "appex-port", targets: ["appex-port"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Modules of the main package, whose folders are symbolic links: what is `package` is visible in one package only.
        .target(name: "CAppexShims"),
        .target(name: "AppexSystem", dependencies: ["CAppexShims", system], swiftSettings: swift),
        .target(name: "AppexManifest", swiftSettings: swift),
        .target(name: "AppexModel", dependencies: ["AppexManifest", "AppexSystem", system], swiftSettings: swift),
        .target(
            name: "SourceRewriting",
            dependencies: ["AppexModel"] + syntax("SwiftSyntax") + syntax("SwiftParser"), swiftSettings: swift,
            linkerSettings: libraries),
        .target(name: "XcodeProjects", dependencies: ["AppexModel"], swiftSettings: swift),
        .executableTarget(
            name: "appex-port",
            dependencies: [
                "SourceRewriting", "XcodeProjects", "AppexModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: swift),
        .testTarget(name: "SourceRewritingTests", dependencies: ["SourceRewriting"], swiftSettings: swift),
        .testTarget(
            name: "XcodeProjectsTests", dependencies: ["XcodeProjects", "AppexModel", "appex-port"],
            swiftSettings: swift),
    ]
)

if toolchainSyntax == nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"))
}
