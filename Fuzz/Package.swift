// swift-tools-version: 6.2
import PackageDescription

// The coverage-guided fuzzers; Scripts/fuzz builds and runs them. They are a package of their own because their
// programs have no entry point without the fuzzer's library, and because everything in it is instrumented. The sources
// are those of the main package, by symbolic links, since `package` declarations are visible inside one package only.

let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// A module of the main package, whose folder is a symbolic link.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swift)
}

/// A program without an entry point of its own.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies + ["LibFuzzer"],
        swiftSettings: swift + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .target(name: "CAppexShims"),
        .target(name: "CVipsShims"),
        module("AppexSystem", ["CAppexShims", system]),
        module("AppexWire", ["AppexManifest", "AppexSystem", system, logging]),
        module("AppexManifest", []),
        module("AppexModel", ["AppexManifest", "AppexSystem", system]),
        module("AppexDecoding", ["AppexSystem", "CVipsShims", system]),
        module("AppexPictures", []),
        module("AppexPredicates", []),
        module("OpenUniformTypeIdentifiers", ["AppexSystem", system]),
        module("OpenViewTree", []),
        module("AppexProtocol", ["AppexWire", "AppexModel", "AppexSystem", "OpenViewTree"]),
        module("AppexActivation", ["AppexModel", "AppexPredicates", "OpenUniformTypeIdentifiers"]),
        module(
            "OpenFoundation",
            [
                "AppexPredicates", "AppexProtocol", "AppexDecoding", "AppexWire", "AppexModel", "AppexSystem",
                "OpenUniformTypeIdentifiers", system,
            ]),
        module("LibFuzzer", []),
        fuzzer("appex-fuzz", ["AppexProtocol", "AppexWire"]),
        fuzzer("appex-fuzz-archives", ["OpenFoundation", "AppexSystem", system]),
        fuzzer("appex-fuzz-bundles", ["AppexActivation", "AppexModel", "OpenUniformTypeIdentifiers"]),
        fuzzer("appex-fuzz-http", ["FlyingFox", .product(name: "FlyingSocks", package: "FlyingFox")]),
        fuzzer("appex-fuzz-pictures", ["AppexPictures"]),
        fuzzer("appex-fuzz-predicates", ["AppexPredicates"]),
        fuzzer("appex-fuzz-terminal", []),
        fuzzer("appex-fuzz-values", ["OpenFoundation", "AppexProtocol", "AppexWire"]),
    ]
)
