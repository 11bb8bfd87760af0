// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// The program that ports Xcode projects. A package of its own, so that only those who port a project compile swift-syntax.
let package = Package(
    name: "Port",
    products: [.executable(name: "appex-port", targets: ["appex-port"])],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Modules of the main package, whose folders are symbolic links: what is `package` is visible in one package only.
        .target(name: "CAppexShims"),
        .target(name: "AppexSystem", dependencies: ["CAppexShims", system], swiftSettings: swift),
        .target(name: "AppexModel", dependencies: ["AppexSystem", system], swiftSettings: swift),
        .target(
            name: "SourceRewriting",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"), "AppexModel",
            ], swiftSettings: swift),
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
