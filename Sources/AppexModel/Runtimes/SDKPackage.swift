/// What a package contains that is built with an SDK instead of the sources of the library.
///
/// `appex new` and `appex port` write such packages.
package enum SDKPackage {
    /// The name of the generated source, in which a program begins. It is in the folder of the program's target.
    package static let generatedSource = "GeneratedEntryPoint.swift"
    /// The path of the link to the SDK, relative to the package. Every command that builds the package makes it.
    package static let link = ".build/appex/sdk"
    /// An element of the list `swiftSettings:` of a target, with which it finds the modules under Apple's names.
    package static let findsFrameworks = ".unsafeFlags([\"-I\(link)/Frameworks\"])"
    /// The text of the file `.gitignore`, which names what a build makes in the package.
    package static let ignoredFiles = ".build/\n\(generatedSource)\n"
    /// The path of the configuration of SourceKit-LSP, relative to the package.
    package static let editorConfigurationFile = ".sourcekit-lsp/config.json"
    /// The configuration of SourceKit-LSP. It gives the compiler options to the build that prepares modules for the editor, which the
    /// setting for a toolset does not.
    package static let editorConfiguration = """
        {
          "swiftPM": {
            "swiftCompilerFlags": ["-I\(link)/Modules", "-Xcc", "-I\(link)/Headers"]
          }
        }

        """
}
