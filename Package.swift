// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled the same way: Swift 6 mode, warnings are errors.
let swift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What builds the sandbox is compiled with every check of the compiler and the C library.
let c: [CSetting] = [
    .unsafeFlags([
        "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-D_FORTIFY_SOURCE=2", "-fstack-protector-strong",
    ])
]

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

/// A Swift target below `Sources/`, with the settings above.
func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swift)
}

/// A program below `Sources/`, with the settings above.
///
/// - Parameter embedded: a folder whose files are embedded in the program.
func program(_ name: String, _ dependencies: [Target.Dependency], embedded: String? = nil) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, resources: embedded.map { [.embedInCode($0)] }, swiftSettings: swift)
}

/// A test target below `Tests/`, with the settings above.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swift)
}

/// A program that tests run, below `Tests/Fixtures/`, with the settings above.
func fixture(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tests/Fixtures/\(name)", exclude: exclude, swiftSettings: swift,
        plugins: plugins)
}

/// A target without code that depends on some programs, so that `swift build --target NAME` builds all of them at once.
func programs(_ name: String, _ programs: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: programs, path: "Tools/Programs/\(name)")
}

/// The programs that a device needs.
let devicePrograms: [Target.Dependency] = ["appex", "appexd", "appex-launch", "appex-decode"]
/// The programs that are installed.
let installedPrograms = devicePrograms + ["appex-web", "appex-browser"]

/// The modules that hosts, extensions and apps import.
let libraries = [
    "OpenExtensionKit", "OpenExtensionFoundation", "OpenUIKit", "OpenPhotosUI", "OpenFoundation", "OpenOSLog",
    "OpenUniformTypeIdentifiers", "OpenCoreLocation", "OpenWatchConnectivity",
]

let package = Package(
    name: "OpenExtensionKit",
    products: libraries.map { .library(name: $0, targets: [$0]) }
        + ["appex", "appexd", "appex-web", "appex-browser", "appex-launch", "appex-decode", "appex-runtime"].map {
            .executable(name: $0, targets: [$0])
        } + [
            .library(name: "ExtensionTesting", targets: ["ExtensionTesting"]),
            // All that extensions and apps use, in one library that a device has once.
            .library(name: "AppexRuntime", type: .dynamic, targets: libraries),
            .plugin(name: "ExtensionEntryPoint", targets: ["ExtensionEntryPoint"]),
        ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // Layer 0: what glibc's module map hides from Swift.
        .target(name: "CAppexShims"),
        // libvips without needing it: its functions are found when the first picture is decoded.
        .target(name: "CVipsShims"),
        // libcrypto without needing it: its functions are found when the first digest or signature is computed.
        .target(name: "CCryptoShims"),
        // What the broker and its launcher say to each other.
        .target(name: "CLauncherProtocol"),
        // Plans and layers, for the launcher and for the program of a runtime.
        .target(name: "CSandbox", dependencies: ["CLauncherProtocol"], cSettings: c),
        module("AppexManifest", []),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        // Layer 1
        module("AppexSystem", ["CAppexShims", system]),
        // Layer 2
        module("AppexWire", ["AppexManifest", "AppexSystem", system, logging]),
        module("AppexModel", ["AppexManifest", "AppexSystem", system]),
        module("AppexEntryPoint", ["AppexManifest"]),
        module("AppexDecoding", ["AppexSystem", "CVipsShims", system]),
        module("AppexPictures", []),
        module("OpenUniformTypeIdentifiers", ["AppexSystem", system]),
        module("AppexPredicates", []),
        module("AppexInterfaces", []),
        module("OpenViewTree", []),
        // Layer 3
        module("AppexProtocol", ["AppexWire", "AppexModel", "AppexSystem", "OpenViewTree"]),
        module("AppexActivation", ["AppexModel", "AppexPredicates", "OpenUniformTypeIdentifiers"]),
        module("AppexSigning", ["AppexModel", "AppexSystem", "CCryptoShims", system]),
        // Layer 4
        module("AppexRuntimes", ["AppexModel", "AppexSigning", "AppexSystem", system]),
        module("AppexSandbox", ["AppexModel", "AppexSystem", "CAppexShims", "CLauncherProtocol", "CSeccomp", system]),
        module(
            "OpenFoundation",
            [
                "AppexPredicates", "AppexProtocol", "AppexDecoding", "AppexWire", "AppexModel", "AppexSystem",
                "OpenUniformTypeIdentifiers", system,
            ]),
        // Layer 5
        module("OpenCoreLocation", []),
        module("OpenWatchConnectivity", []),
        module("OpenOSLog", ["OpenFoundation", logging]),
        module(
            "AppexRegistry",
            [
                "AppexActivation", "AppexRuntimes", "AppexSigning", "OpenUniformTypeIdentifiers", "AppexWire",
                "AppexModel", "AppexSystem", system, logging, .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        module(
            "OpenExtensionFoundation",
            [
                "OpenFoundation", "OpenViewTree", "AppexProtocol", "AppexWire", "AppexModel", "AppexSystem",
                "CAppexShims", system, logging,
            ]),
        // Layer 6
        module(
            "AppexBroker",
            [
                "AppexProtocol", "AppexWire", "AppexManifest", "AppexModel", "AppexActivation", "AppexRegistry",
                "AppexRuntimes", "AppexSandbox", "AppexSigning", "AppexSystem", "OpenUniformTypeIdentifiers", system,
                logging, metrics,
            ]),
        module(
            "OpenExtensionKit",
            [
                "OpenExtensionFoundation", "OpenFoundation", "OpenUniformTypeIdentifiers", "OpenViewTree",
                "AppexDecoding", "AppexPictures", "AppexProtocol", "AppexWire", "AppexModel", "AppexSystem", system,
            ]),
        module(
            "OpenUIKit",
            [
                "OpenExtensionFoundation", "OpenFoundation", "AppexDecoding", "AppexInterfaces", "AppexPictures",
                "OpenUniformTypeIdentifiers", "OpenViewTree",
            ]),
        // Layer 7
        module(
            "OpenPhotosUI",
            [
                "OpenExtensionFoundation", "OpenFoundation", "OpenUIKit", "OpenUniformTypeIdentifiers", "AppexProtocol",
                "AppexWire",
            ]),
        module(
            "ExtensionTesting",
            [
                "OpenExtensionKit", "OpenExtensionFoundation", "OpenFoundation", "AppexProtocol", "AppexModel",
                "AppexSystem", system,
            ]),
        module(
            "AppexTerminal",
            [
                "OpenExtensionKit", "OpenFoundation", "AppexDecoding", "AppexModel", "AppexProtocol", "AppexSystem",
                "OpenViewTree", system,
            ]),
        // What a page in a browser shows of a device, for the two programs that have one.
        .target(
            name: "AppexPages",
            dependencies: [
                "OpenExtensionKit", "OpenViewTree", "AppexPictures", "AppexProtocol", "AppexModel", "AppexSystem",
                system,
            ],
            resources: [.embedInCode("Page"), .embedInCode("Scripts/page-script.js")], swiftSettings: swift),
        // Layer 8: programs
        program(
            "appexd",
            [
                "AppexBroker", "AppexModel", "AppexRuntimes", "AppexSystem", arguments, logging, system,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        program(
            "appex",
            [
                "AppexPages", "OpenExtensionKit", "AppexActivation", "AppexEntryPoint", "AppexInterfaces", "AppexModel",
                "AppexProtocol", "AppexRuntimes", "AppexSigning", "AppexSystem", "AppexTerminal", "AppexWire",
                "OpenViewTree",
                "OpenUniformTypeIdentifiers", arguments, subprocess, system,
            ]),
        program(
            "appex-web",
            [
                "AppexPages", "OpenExtensionKit", "AppexModel", "AppexPictures", "AppexProtocol", "AppexSystem",
                "OpenUniformTypeIdentifiers", "OpenViewTree", arguments, system, "FlyingFox",
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ], embedded: "Page"),
        program(
            "appex-browser",
            [
                "AppexPages", "OpenExtensionKit", "AppexModel", "AppexSystem", "OpenUniformTypeIdentifiers", arguments,
                system,
            ], embedded: "Extension"),
        .executableTarget(
            name: "appex-launch",
            dependencies: ["CSandbox"],
            cSettings: c,
            // A static C program. "Embedded" keeps Swift's run-time library and its start-up code out:
            // 0.9 MB instead of 9.8, and nothing runs before main. Not position-independent: glibc stops
            // such a static program at once when it has a run path, and SwiftPM always adds one.
            linkerSettings: [
                .unsafeFlags([
                    "-enable-experimental-feature", "Embedded", "-Xclang-linker", "-static",
                    "-Xclang-linker", "-Wno-unused-command-line-argument",
                ])
            ]),
        // Opens the object of an extension or app. It is installed beside the libraries of its runtime.
        .executableTarget(
            name: "appex-runtime", dependencies: ["CSandbox"], cSettings: c,
            // What it defines in place of the C library must be found by the libraries that it loads.
            linkerSettings: [.unsafeFlags(["-enable-experimental-feature", "Embedded", "-Xlinker", "-E"])]),
        // Runs in a sandbox of its own, so that what it reads cannot hurt the host that asks.
        program("appex-decode", ["AppexDecoding", "AppexProtocol", "AppexWire", "AppexSystem", system]),
        program("appex-entry-point", ["AppexEntryPoint", "AppexManifest"]),
        programs("DevicePrograms", devicePrograms),
        programs("Programs", installedPrograms),
        programs(
            "BenchmarkPrograms",
            installedPrograms + [
                "fixture-extension", "fixture-view", "fixture-app", "hostile-extension", "wire-attacker",
            ]),
        .plugin(name: "ExtensionEntryPoint", capability: .buildTool(), dependencies: ["appex-entry-point"]),
        // Extensions that tests install: one that keeps to the rules, and one that does not.
        fixture("fixture-extension", ["OpenExtensionFoundation", "OpenUniformTypeIdentifiers", logging]),
        // An extension that uses URLSession, which is a library of its own.
        fixture("fixture-download", ["OpenExtensionFoundation"]),
        // A host of its own process, for a test that ends it.
        fixture("fixture-host", ["OpenExtensionKit", "FuzzSupport"]),
        // Programs that are killed while they write defaults or change the registry.
        fixture("fixture-defaults", ["OpenFoundation"]),
        // A program that coordinates its access to files as it is told.
        fixture("fixture-coordination", ["OpenFoundation"]),
        // The listings of tutorials, which are in Swift 5.
        .executableTarget(
            name: "fixture-tutorial", dependencies: ["OpenFoundation"], path: "Tests/Fixtures/fixture-tutorial",
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        fixture("fixture-registry", ["AppexRegistry", "AppexModel", system]),
        fixture("hostile-extension", ["AppexProtocol", "AppexWire", "AppexSystem", "OpenViewTree", system]),
        // An extension in C, which sends the most expensive messages that it may.
        .executableTarget(name: "wire-attacker", path: "Tests/Fixtures/wire-attacker", cSettings: c),
        // An extension with a generated entry point; that it compiles is the test.
        fixture(
            "filtering-extension", ["OpenExtensionFoundation"], exclude: ["Info.plist"],
            plugins: ["ExtensionEntryPoint"]),
        // An extension with a view, made by its generated entry point.
        fixture(
            "fixture-view", ["OpenUIKit", "OpenExtensionFoundation"], exclude: ["Info.plist"],
            plugins: ["ExtensionEntryPoint"]),
        // An app, whose delegate gets its method main() from the plug-in.
        fixture("fixture-app", ["OpenUIKit"], exclude: ["Info.plist"], plugins: ["ExtensionEntryPoint"]),
        // An app with a scene, as Xcode's template makes it.
        fixture("fixture-scene", ["OpenUIKit"], exclude: ["Info.plist"], plugins: ["ExtensionEntryPoint"]),
        // The compose sheet, pictures, tables and a widget.
        fixture("fixture-compose", ["OpenUIKit"], exclude: ["Info.plist"], plugins: ["ExtensionEntryPoint"]),
        // A photo editing extension that returns what the name of the photograph says.
        fixture("fixture-photo", ["OpenPhotosUI"], exclude: ["Info.plist"], plugins: ["ExtensionEntryPoint"]),
        // Programs that tests run inside the sandbox
        .executableTarget(
            name: "sandbox-probe", path: "Tests/Fixtures/sandbox-probe",
            cSettings: [.unsafeFlags(["-std=gnu11", "-Wall", "-Wextra", "-Werror"])],
            linkerSettings: [.unsafeFlags(["-enable-experimental-feature", "Embedded"])]),
        .executableTarget(name: "sandbox-workload", path: "Tests/Fixtures/sandbox-workload", swiftSettings: swift),
        // What the seeded tests of hostile input share: changes of bytes, and the fuzzers' corpus.
        .target(name: "FuzzSupport", path: "Tests/FuzzSupport", swiftSettings: swift),
        // Preferences of their own for all tests, which are linked into one program.
        .target(name: "CTestPreferences", path: "Tests/CTestPreferences", cSettings: c),
        // What tests of several targets share: waiting, and time limits.
        .target(
            name: "TestSupport", dependencies: ["AppexSystem", "CTestPreferences", system], path: "Tests/TestSupport",
            swiftSettings: swift),
        // Tests
        tests("AppexModelTests", ["AppexManifest", "AppexModel", "FuzzSupport", system]),
        tests("AppexPredicatesTests", ["AppexPredicates", "FuzzSupport"]),
        tests("AppexSystemTests", ["AppexSystem", "CAppexShims", "TestSupport", system]),
        tests("AppexWireTests", ["AppexWire", "AppexSystem", "FuzzSupport", "TestSupport", system]),
        tests(
            "OpenUniformTypeIdentifiersTests", ["OpenUniformTypeIdentifiers", "AppexSystem", "FuzzSupport", system]),
        tests("OpenViewTreeTests", ["OpenViewTree", "FuzzSupport"]),
        tests("AppexProtocolTests", ["AppexProtocol", "AppexWire", "AppexModel", "FuzzSupport", "OpenViewTree"]),
        tests(
            "AppexActivationTests", ["AppexActivation", "AppexModel", "FuzzSupport", "OpenUniformTypeIdentifiers"]),
        tests(
            "AppexRuntimesTests",
            ["AppexRuntimes", "AppexModel", "AppexSigning", "AppexSystem", "FuzzSupport", system]),
        tests(
            "AppexSigningTests",
            ["AppexSigning", "AppexModel", "AppexSystem", "FuzzSupport", system]),
        tests(
            "AppexRegistryTests",
            [
                "AppexRegistry", "AppexSigning", "AppexModel", "AppexSystem", "OpenUniformTypeIdentifiers", system,
                logging, .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            "AppexBrokerTests",
            [
                "AppexBroker", "AppexModel", "AppexProtocol", "AppexRegistry", "AppexSandbox", "AppexSigning",
                "AppexSystem", "AppexWire", "FuzzSupport", system, metrics,
            ]),
        tests(
            "AppexSandboxTests",
            [
                "AppexSandbox", "AppexModel", "AppexSystem", "CLauncherProtocol", "CSeccomp", "FuzzSupport",
                "TestSupport", system,
            ]),
        tests(
            "OpenFoundationTests",
            [
                "OpenFoundation", "OpenUniformTypeIdentifiers", "AppexDecoding", "AppexModel", "AppexProtocol",
                "AppexWire", "AppexSystem", "CAppexShims", "FuzzSupport", "TestSupport", system,
            ]),
        tests("OpenCoreLocationTests", ["OpenCoreLocation", "OpenWatchConnectivity"]),
        tests("OpenOSLogTests", ["OpenOSLog", "OpenFoundation", logging]),
        tests(
            "OpenUIKitTests",
            [
                "appex", "OpenUIKit", "OpenExtensionFoundation", "OpenExtensionKit", "OpenFoundation", "OpenViewTree",
                "AppexInterfaces", "AppexPictures", "AppexProtocol", "AppexWire", "AppexSystem", "FuzzSupport", system,
            ]),
        tests(
            "OpenExtensionKitTests",
            ["OpenExtensionKit", "OpenFoundation", "OpenUniformTypeIdentifiers", "AppexModel", "FuzzSupport", system]),
        tests("FoundationImportTests", ["OpenFoundation"]),
        tests(
            "SharedDefaultsTests",
            ["OpenFoundation", "AppexModel", "AppexSystem", "FuzzSupport", "TestSupport", system]),
        tests(
            "SystemTests",
            [
                "ExtensionTesting", "OpenExtensionKit", "OpenExtensionFoundation", "OpenFoundation", "OpenUIKit",
                "OpenUniformTypeIdentifiers", "AppexDecoding", "AppexProtocol", "AppexRegistry", "AppexRuntimes",
                "AppexSigning", "AppexWire", "AppexModel", "AppexSystem", "FuzzSupport", "TestSupport", system,
                subprocess, .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests("AppexEntryPointTests", ["AppexEntryPoint", "AppexManifest"]),
        tests(
            "AppexBundlingTests",
            [
                "appex", "AppexActivation", "AppexInterfaces", "AppexModel", "AppexProtocol", "AppexRuntimes",
                "AppexSystem", "OpenExtensionKit", arguments, subprocess, system,
            ],
            exclude: ["CorpusVerdicts.tsv"]),
        tests(
            "AppexWebTests",
            [
                "appex-web", "AppexPages", "ExtensionTesting", "OpenExtensionKit", "OpenExtensionFoundation",
                "OpenViewTree", "AppexModel", "AppexSystem", "FuzzSupport", "TestSupport", system, "FlyingFox",
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        tests(
            "AppexBrowserTests",
            ["appex-browser", "AppexPages", "AppexProtocol", "AppexSystem", "OpenExtensionKit", "FuzzSupport"]),
        tests(
            "AppexTerminalTests",
            [
                "AppexTerminal", "OpenFoundation", "AppexDecoding", "AppexSystem", "FuzzSupport", "OpenViewTree",
                "TestSupport",
            ]),
        tests("LayeringTests", []),
    ]
)

// Only `make docs` asks for it, so that packages which depend on this one do not fetch it.
if Context.environment["OPENEXTENSIONKIT_DOCUMENTATION"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// The sources that are installed have no tests, and `appex` sets the variable when it builds them. As a dependency they need none.
if Context.environment["OPENEXTENSIONKIT_WITHOUT_TESTS"] != nil {
    package.targets.removeAll {
        $0.type == .test || $0.path?.hasPrefix("Tests/") == true || $0.name == "BenchmarkPrograms"
    }
}
