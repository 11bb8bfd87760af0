package import SystemPackage

/// The limits that the device's owner has set: for the whole device, for extension points and for single extensions.
///
/// They are stored in `Library/limits.json`, whose format Documentation/Limits.md describes. An invalid entry is ignored.
package struct LimitOverrides: Sendable, Hashable {
    /// The values of limits: bytes, milliseconds, a number, or 1 for true.
    package typealias Values = [LimitKey: UInt64]

    /// The limits of every extension.
    package var device: Values = [:]
    /// The limits by extension point.
    package var points: [String: Values] = [:]
    /// The limits by bundle identifier of the extension.
    package var extensions: [String: Values] = [:]

    /// No overrides.
    package init() {}

    /// The origin of a limit, in the order of increasing precedence. `table` is the default of the extension point.
    package enum Source: String, Sendable, CaseIterable {
        case table, device, point, appExtension = "extension"
    }

    /// The limits of an extension: the defaults of its point, overridden by the values for the device, the point and the
    /// extension, in this order.
    ///
    /// - Parameter identifier: the bundle identifier; nil for an extension without values of its own.
    package func limits(_ point: ExtensionPointIdentifier, _ identifier: String?) -> ExtensionLimits {
        var limits = ExtensionLimits(point: point)
        for values in [device, points[point.rawValue] ?? [:], identifier.flatMap { extensions[$0] } ?? [:]] {
            for (key, value) in values { limits[key] = value }
        }
        return limits
    }

    /// The origin of one limit of an extension.
    package func source(of key: LimitKey, _ point: ExtensionPointIdentifier, _ identifier: String?) -> Source {
        if let identifier, extensions[identifier]?[key] != nil { return .appExtension }
        if points[point.rawValue]?[key] != nil { return .point }
        return device[key] != nil ? .device : .table
    }
}

/// An invalid entry in a device's file of limits.
package struct LimitError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    package let file: FilePath
    /// The path of the entry, such as `extensions.org.example.Sepia.memory`; empty for the whole file.
    package let key: String
    /// What is wrong, as part of a sentence.
    package let problem: String

    /// Creates an error about an entry.
    package init(file: FilePath, key: String, problem: String) {
        self.file = file
        self.key = key
        self.problem = problem
    }

    /// One sentence: what was read, where, what is wrong and what counts instead.
    package var description: String {
        let place = key.isEmpty ? "" : ", key \(ManifestError.printable(key, limit: ManifestError.pathBytes))"
        return "cannot read the limits in \(file)\(place): \(problem); the entry is ignored"
    }
}
