import AppexModel

/// A Swift package that a project takes from a repository.
package struct RemotePackage: Sendable, Hashable {
    /// The address of the repository.
    package let address: String
    /// The versions that the project accepts, as an argument in Package.swift; nil if they cannot be written there.
    package let requirement: String?
    /// The products that the targets of the project use.
    package let products: Set<String>

    /// The name by which products refer to the package: the last component of the address.
    package var name: String {
        let last = ProjectFolder.name(of: address)
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    /// Whether a package can depend on this one: it has an address that needs no credentials, and known versions.
    package var canBeReferred: Bool {
        requirement != nil && address.hasPrefix("https://") && !name.isEmpty
            && !address.contains("@")
            && address.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    /// The package with the module that takes the place of Combine.
    package static let openCombine = RemotePackage(
        address: "https://github.com/OpenCombine/OpenCombine", requirement: "from: \"0.14.0\"", products: [])

    private init(address: String, requirement: String, products: Set<String>) {
        self.address = address
        self.requirement = requirement
        self.products = products
    }

    /// Reads a reference of a project.
    ///
    /// - Parameter products: the products of the package that the targets use.
    init?(_ object: ProjectObject, products: Set<String>) {
        guard let address = object.string("repositoryURL") else { return nil }
        self.address = address
        self.products = products
        requirement = Self.requirement(object["requirement"]?.dictionary?.compactMapValues(\.string) ?? [:])
    }

    private static func requirement(_ values: [String: String]) -> String? {
        let minimum = values["minimumVersion"].flatMap(version)
        switch values["kind"] {
        case "upToNextMajorVersion": return minimum.map { "from: \"\($0)\"" }
        case "upToNextMinorVersion": return minimum.map { ".upToNextMinor(from: \"\($0)\")" }
        case "versionRange":
            guard let minimum, let maximum = values["maximumVersion"].flatMap(version) else { return nil }
            guard Self.numbers(minimum).lexicographicallyPrecedes(Self.numbers(maximum)) else { return nil }
            return "\"\(minimum)\"..<\"\(maximum)\""
        case "exactVersion": return values["version"].flatMap(version).map { "exact: \"\($0)\"" }
        case "branch": return values["branch"].flatMap(reference).map { "branch: \"\($0)\"" }
        case "revision": return values["revision"].flatMap(reference).map { "revision: \"\($0)\"" }
        default: return nil
        }
    }

    /// A version with three numbers; nil if the text is not a version.
    private static func version(_ text: String) -> String? {
        guard
            let core = text.wholeMatch(
                of: /([0-9]{1,9}(?:\.[0-9]{1,9}){0,2})(-[0-9A-Za-z]{1,32}(?:\.[0-9A-Za-z]{1,32}){0,3})?/)
        else { return nil }
        let numbers = core.1.split(separator: ".")
        return (numbers + Array(repeating: "0", count: 3 - numbers.count)).joined(separator: ".") + (core.2 ?? "")
    }

    /// The numbers of a version.
    private static func numbers(_ version: String) -> [Int] {
        version.prefix { $0 != "-" }.split(separator: ".").compactMap { Int($0) }
    }

    /// The name of a branch or a commit; nil if it has other characters than those in use.
    private static func reference(_ text: String) -> String? {
        text.wholeMatch(of: /[0-9A-Za-z][0-9A-Za-z._\/-]{0,199}/) == nil ? nil : text
    }
}
