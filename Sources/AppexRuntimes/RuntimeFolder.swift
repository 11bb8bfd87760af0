/// The names of the files in the folder of a runtime.
package enum RuntimeFolder {
    /// The program that opens the object of an extension or app.
    package static let program = "appex-runtime"
    /// The library with all modules of OpenExtensionKit that extensions and apps use.
    package static let library = "libAppexRuntime.so"
    /// The property list that describes the runtime. It is written last.
    package static let manifest = "Runtime.plist"
}
