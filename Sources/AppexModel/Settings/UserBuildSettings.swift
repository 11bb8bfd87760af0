/// The build settings that the user gives with `--setting` and `--xcconfig`, in the order in which they apply.
package struct UserBuildSettings: Sendable, Hashable {
    /// One assignment to a build setting.
    package struct Assignment: Sendable, Hashable {
        /// The name of the setting.
        package let name: String
        /// The value, in which references are not expanded.
        package let value: String

        /// Creates an assignment.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The assignments. A later one replaces an earlier one, whose value it can refer to with `$(inherited)`.
    package var assignments: [Assignment]
    /// The name of the build configuration: `Debug` or `Release`, unless a project has others.
    package var configuration: String

    /// Creates settings.
    package init(_ assignments: [Assignment] = [], configuration: String = "Debug") {
        self.assignments = assignments
        self.configuration = configuration
    }

    /// Parses the text of an option, such as `MARKETING_VERSION=2.1`.
    ///
    /// - Returns: nil unless the text is the name of a setting, an equals sign and a value, which can be empty.
    package static func assignment(_ text: String) -> Assignment? {
        let parts = text.parts(at: "=", atMost: 1, keepsEmpty: true)
        guard parts.count == 2, BuildVariables.isName(String(parts[0])),
            parts[1].utf8.count <= BuildVariables.valueBytes
        else { return nil }
        return Assignment(String(parts[0]), String(parts[1]))
    }

    /// The value of a setting whose last assignment counts; nil if it has none.
    package func value(of name: String) -> String? {
        assignments.last { $0.name == name }?.value
    }

    /// The variables that result if some are given by default.
    ///
    /// - Parameter file: the name of a file in errors.
    /// - Throws: ``ManifestError`` with the code `limit` if a value becomes longer than ``BuildVariables/valueBytes``.
    package func variables(defaults: [String: String], file: String) throws(ManifestError) -> BuildVariables {
        var variables = BuildVariables(defaults)
        variables.acceptsSettings = true
        for assignment in assignments where !variables.define(assignment.name, as: assignment.value) {
            throw ManifestError(
                .limit, file: file, found: "the build setting \(assignment.name), which becomes too long",
                expected: "at most \(BuildVariables.valueBytes) bytes")
        }
        return variables
    }
}
