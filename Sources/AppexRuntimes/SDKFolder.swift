package import SystemPackage

/// The names of the files in the folder of an SDK, from which packages are built that depend on no sources of the library.
///
/// An SDK lies beside its runtime, contains no absolute path, and can be copied to another place together with it.
package enum SDKFolder {
    /// What the name of the folder begins with; the identifier of the runtime follows.
    package static let prefix = "sdk-"
    /// The property list that describes the SDK.
    package static let manifest = "SDK.plist"
    /// The folder with the interfaces of the library's modules, and of those that they import.
    package static let modules = "Modules"
    /// The folder with the modules under Apple's names, such as `UIKit`. It is not searched by default, because `#if canImport(UIKit)`
    /// would be true in every package of a build.
    package static let frameworks = "Frameworks"
    /// The folder with a module map that names the C modules, and a folder for each of them with its own map and its headers.
    package static let headers = "Headers"
    /// The library of the module `ExtensionTesting`, which no runtime contains.
    package static let testing = "libExtensionTesting.so"

    /// The folder of the SDK that belongs to a runtime.
    ///
    /// - Parameter runtime: the folder of the runtime.
    package static func path(besideRuntime runtime: FilePath) -> FilePath {
        guard let name = runtime.lastComponent else { return runtime }
        return runtime.removingLastComponent().appending(prefix + name.string)
    }
}
