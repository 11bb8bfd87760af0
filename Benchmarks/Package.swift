// swift-tools-version: 6.2
import PackageDescription

// Ours, the floor and - where one runs here - the strongest peer, in one run: Scripts/bench.
// The sources of the main package are compiled by symbolic links, since what crosses its modules is
// visible inside one package only (Documentation/Decisions/0004-benchmarks-and-fuzzer-by-links.md).

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "CAppexShims"),
        .target(name: "AppexSystem", dependencies: ["CAppexShims", system], swiftSettings: swift),
        .target(
            name: "AppexWire", dependencies: ["AppexManifest", "AppexSystem", system, logging], swiftSettings: swift),
        .target(name: "AppexManifest", swiftSettings: swift),
        .target(name: "AppexModel", dependencies: ["AppexManifest", "AppexSystem", system], swiftSettings: swift),
        .target(name: "CVipsShims"),
        .target(
            name: "AppexDecoding", dependencies: ["AppexSystem", "CVipsShims", system], swiftSettings: swift),
        .target(name: "OpenUniformTypeIdentifiers", dependencies: ["AppexSystem", system], swiftSettings: swift),
        .target(name: "AppexPictures", swiftSettings: swift),
        .target(name: "AppexPredicates", swiftSettings: swift),
        .target(
            name: "AppexActivation", dependencies: ["AppexModel", "AppexPredicates", "OpenUniformTypeIdentifiers"],
            swiftSettings: swift),
        .target(name: "OpenViewTree", swiftSettings: swift),
        .target(
            name: "AppexProtocol", dependencies: ["AppexWire", "AppexModel", "AppexSystem", "OpenViewTree"],
            swiftSettings: swift),
        .target(name: "CCryptoShims"),
        .target(
            name: "AppexSigning", dependencies: ["AppexModel", "AppexSystem", "CCryptoShims", system],
            swiftSettings: swift),
        .target(
            name: "AppexRuntimes", dependencies: ["AppexModel", "AppexSigning", "AppexSystem", system],
            swiftSettings: swift),
        .target(
            name: "AppexRegistry",
            dependencies: [
                "AppexActivation", "AppexRuntimes", "AppexSigning", "OpenUniformTypeIdentifiers", "AppexWire",
                "AppexModel",
                "AppexSystem", system,
                logging, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: swift),
        .target(name: "CLauncherProtocol"),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp"),
        .target(
            name: "AppexSandbox",
            dependencies: ["AppexModel", "AppexSystem", "CAppexShims", "CLauncherProtocol", "CSeccomp", system],
            swiftSettings: swift),
        .target(
            name: "OpenFoundation",
            dependencies: [
                "AppexPredicates", "AppexProtocol", "AppexDecoding", "AppexWire", "AppexModel", "AppexSystem",
                "OpenUniformTypeIdentifiers", system,
            ],
            swiftSettings: swift),
        .target(
            name: "OpenExtensionFoundation",
            dependencies: [
                "OpenFoundation", "OpenViewTree", "AppexProtocol", "AppexWire", "AppexModel", "AppexSystem",
                "CAppexShims", system, logging,
            ],
            swiftSettings: swift),
        .target(
            name: "OpenExtensionKit",
            dependencies: [
                "OpenExtensionFoundation", "OpenFoundation", "OpenUniformTypeIdentifiers", "OpenViewTree",
                "AppexDecoding", "AppexPictures", "AppexProtocol", "AppexWire", "AppexModel", "AppexSystem", system,
            ],
            swiftSettings: swift),
        .target(name: "CFloor"),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "AppexActivation", "AppexRegistry", "AppexSystem", "AppexWire", "AppexModel", "AppexProtocol",
                "AppexPredicates", "AppexSandbox", "OpenExtensionFoundation", "OpenExtensionKit", "OpenFoundation",
                "OpenUniformTypeIdentifiers",
                "CFloor", system, .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: swift),
        // Scripts/soak
        .executableTarget(
            name: "soak", dependencies: ["OpenExtensionKit", "AppexProtocol", "AppexModel", "AppexSystem", system],
            swiftSettings: swift),
    ]
)
