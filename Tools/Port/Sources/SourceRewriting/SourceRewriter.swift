import Foundation
import SwiftSyntax

/// Rewrites Swift sources for Apple's systems so that they compile on Linux.
package struct SourceRewriter: Sendable {
    /// The name of the module that the files make up.
    package var module: String
    /// The names of the modules that can be imported.
    package var knownModules: Set<String>
    /// Whether each file begins with a line `#sourceLocation`, which places errors in the original.
    package var addsSourceLocations: Bool
    /// Whether the module is a library, whose members the programs that import it register.
    package var isLibrary = false
    /// The library modules whose members this module registers before it registers its own members.
    package var registeredModules: [String] = []

    /// Makes a rewriter for one module.
    package init(module: String, knownModules: Set<String>, addsSourceLocations: Bool) {
        self.module = module
        self.knownModules = knownModules
        self.addsSourceLocations = addsSourceLocations
    }

    /// Rewrites the files of the module.
    ///
    /// A replacement has as many lines as what it replaces, so that a line keeps its number. A file in which nothing has to
    /// be changed is returned as it is, if no source location is added.
    package func rewrite(_ files: [SourceFile]) -> RewrittenModule {
        LargeStack.run { ModuleRewriting(rewriter: self, files: files.map { ParsedFile($0) }).result() }
    }
}
