/// The names of the files in the folder of a runtime. The folder has no other folders than that of the seal.
package enum RuntimeFolder {
    /// The program that opens the object of an extension or app.
    package static let program = "appex-runtime"
    /// The library with all modules of OpenExtensionKit that extensions and apps use.
    package static let library = "libAppexRuntime.so"
    /// The property list that describes the runtime.
    package static let manifest = "Runtime.plist"
    /// The function of an object with which the program continues.
    package static let entryPoint = "appex_main"
}
