// swift-tools-version: 6.2
import PackageDescription

// The coverage-guided fuzzers of the wire and the protocol, and of predicates: run them by Scripts/fuzz. A package of
// its own, because their programs have no entry point without the fuzzer's library, and because everything in
// it is instrumented. The sources are those of the main package, by symbolic links, since they are
// visible inside one package only.

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
    name: "Fuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(name: "CAppexShims"),
        .target(name: "AppexSystem", dependencies: ["CAppexShims", system], swiftSettings: swift),
        .target(name: "AppexWire", dependencies: ["AppexSystem", system, logging], swiftSettings: swift),
        .target(name: "AppexModel", dependencies: [system], swiftSettings: swift),
        .target(name: "OpenViewTree", swiftSettings: swift),
        .target(
            name: "AppexProtocol", dependencies: ["AppexWire", "AppexModel", "AppexSystem", "OpenViewTree"],
            swiftSettings: swift),
        .target(name: "AppexPredicates", swiftSettings: swift),
        .target(
            name: "OpenUniformTypeIdentifiers", dependencies: ["AppexSystem", system], swiftSettings: swift),
        .target(
            name: "OpenFoundation",
            dependencies: [
                "AppexPredicates", "AppexProtocol", "AppexWire", "AppexModel", "AppexSystem",
                "OpenUniformTypeIdentifiers", system,
            ], swiftSettings: swift),
        .target(name: "LibFuzzer", swiftSettings: swift),
        .executableTarget(
            name: "appex-fuzz", dependencies: ["AppexProtocol", "AppexWire", "LibFuzzer"],
            swiftSettings: swift + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "appex-fuzz-predicates", dependencies: ["AppexPredicates", "LibFuzzer"],
            swiftSettings: swift + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "appex-fuzz-values", dependencies: ["OpenFoundation", "AppexProtocol", "AppexWire", "LibFuzzer"],
            swiftSettings: swift + [.unsafeFlags(["-parse-as-library"])]),
    ]
)
