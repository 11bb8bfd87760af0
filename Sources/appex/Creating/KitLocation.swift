import AppexModel
import Foundation
import OpenExtensionKit
import SystemPackage

/// Where the sources of OpenExtensionKit are that belong to this program. A package can depend on them.
struct KitLocation: Equatable {
    /// The folder with OpenExtensionKit's Package.swift.
    let folder: String

    /// Finds the sources: the folder that is given, that in the environment variable `APPEX_KIT`, the one that
    /// `make install` has put beside the program, or the checkout that the program was built in.
    ///
    /// - Throws: ``CommandFailure`` if there are none.
    init(_ given: String?, environment: [String: String], program: FilePath?) throws {
        if let named = given ?? environment["APPEX_KIT"] {
            let path = URL(filePath: named).standardizedFileURL.path
            guard Self.isKit(path) else {
                throw CommandFailure(
                    "\(named) does not contain OpenExtensionKit: give the folder with its Package.swift by --kit or in "
                        + "APPEX_KIT.", .notFound)
            }
            folder = path
            return
        }
        var candidates: [FilePath] = []
        if var place = program?.removingLastComponent() {
            candidates.append(place.appending("../share/openextensionkit").lexicallyNormalized())
            while place.removeLastComponent() { candidates.append(place) }
        }
        guard let found = candidates.first(where: { Self.isKit($0.string) }) else {
            throw CommandFailure(
                "The sources of OpenExtensionKit are not beside this program; give their folder by --kit or in APPEX_KIT.",
                .notFound)
        }
        folder = found.string
    }

    /// Whether a folder has the sources of OpenExtensionKit.
    static func isKit(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/Sources/OpenExtensionKit")
            && FileManager.default.fileExists(atPath: folder + "/Frameworks/Package.swift")
    }

    /// The source of the dependency on the library.
    var library: String { ".package(name: \"OpenExtensionKit\", path: \(folder.swiftLiteral))" }

    /// The source of the dependency on the modules under Apple's names.
    var frameworks: String { ".package(name: \"Frameworks\", path: \((folder + "/Frameworks").swiftLiteral))" }
}
