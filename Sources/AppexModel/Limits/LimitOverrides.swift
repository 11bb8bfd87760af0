package import SystemPackage

/// What the device's owner has said about limits: for the whole device, for points and for single extensions.
///
/// It is `Library/limits.json`; Documentation/Limits.md says how it looks. A wrong entry counts as not there.
package struct LimitOverrides: Sendable, Hashable {
    package typealias Values = [LimitKey: UInt64]

    /// For every extension.
    package var device: Values = [:]
    /// By extension point.
    package var points: [String: Values] = [:]
    /// By bundle identifier.
    package var extensions: [String: Values] = [:]

    /// Nothing said.
    package init() {}

    /// Where a limit comes from, the strongest last.
    package enum Source: String, Sendable, CaseIterable {
        case table, device, point, appExtension = "extension"
    }

    /// What an extension gets: the table's row of its point, then what is said for the device, for the point and for
    /// the extension, each over the one before.
    ///
    /// - Parameter identifier: nil for an extension of the point that nothing is said about.
    package func limits(_ point: ExtensionPointIdentifier, _ identifier: String?) -> ExtensionLimits {
        var limits = ExtensionLimits(point: point)
        for values in [device, points[point.rawValue] ?? [:], identifier.flatMap { extensions[$0] } ?? [:]] {
            for (key, value) in values { limits[key] = value }
        }
        return limits
    }

    /// Who has the last word on one limit of an extension.
    package func source(of key: LimitKey, _ point: ExtensionPointIdentifier, _ identifier: String?) -> Source {
        if let identifier, extensions[identifier]?[key] != nil { return .appExtension }
        if points[point.rawValue]?[key] != nil { return .point }
        return device[key] != nil ? .device : .table
    }
}

/// Something in a device's file of limits that cannot be used.
package struct LimitError: Error, Sendable, Hashable, CustomStringConvertible {
    package let file: FilePath
    /// Where in the file, as in `extensions.org.example.Sepia.memory`; empty for the whole file.
    package let key: String
    /// What is wrong.
    package let problem: String

    package init(file: FilePath, key: String, problem: String) {
        self.file = file
        self.key = key
        self.problem = problem
    }

    /// One sentence: what was read, where, what is wrong and what counts instead.
    package var description: String {
        let place = key.isEmpty ? "" : ", key \(ManifestError.printable(key, limit: ManifestError.pathBytes))"
        return "cannot read the limits in \(file)\(place): \(problem); the entry does not count"
    }
}
