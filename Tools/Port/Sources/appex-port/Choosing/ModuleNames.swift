import Foundation

/// The names of the targets of the package, which are different from each other and from those of the kit.
struct ModuleNames {
    private var taken: Set<String>

    /// Creates the names.
    ///
    /// - Parameter reserved: names in lower case that no target can have.
    init(reserved: Set<String>) { taken = reserved }

    /// Whether a name is free.
    func isFree(_ name: String) -> Bool { !taken.contains(name.lowercased()) }

    /// The name of a program for a module: without accents, and with an underscore for any other letter that is not of ASCII,
    /// because the linker does not accept the name of such a program.
    static func program(_ module: String) -> String {
        var name = ""
        for scalar in module.decomposedStringWithCanonicalMapping.unicodeScalars {
            if scalar.isASCII {
                name.unicodeScalars.append(scalar)
            } else if !scalar.properties.isDiacritic, scalar.properties.generalCategory != .nonspacingMark {
                name += "_"
            }
        }
        return name.contains { $0 != "_" } ? name : "Program"
    }

    /// Takes a name, with a suffix if it is taken already.
    mutating func take(_ name: String, suffix: String) -> String {
        var candidate = name
        var number = 1
        while !taken.insert(candidate.lowercased()).inserted {
            candidate = name + suffix + (number == 1 ? "" : String(number))
            number += 1
        }
        return candidate
    }
}
