import AppexModel
import AppexPages
import AppexProtocol
import OpenExtensionKit

extension DeviceSettings {
    struct Limits: Encodable, Sendable {
        struct Limit: Encodable, Sendable {
            let key: String
            let value: String
            /// `table`, `device`, `point` or `extension`.
            let source: String
            let meaning: String
            /// The accepted values.
            let expectation: String
        }

        /// The subject of limits: an extension or an extension point.
        struct Subject: Encodable, Sendable {
            let id: String
            let name: String
        }

        let subjects: [Subject]
        let subject: Subject?
        let limits: [Limit]
        /// The invalid entries in the device's file of limits.
        let problems: [String]
    }

    /// All subjects of limits, and the limits of one of them.
    ///
    /// - Parameter subject: nil for the first subject.
    /// - Throws: ``PageFailure`` if there is no such subject.
    func limits(_ subject: String?) async throws -> Limits {
        let installed = try await device.extensions()
        let (overrides, problems) = LimitFile.read(device.layout)
        let complaints = problems.map(\.description)
        let extensions = installed.map { Limits.Subject(id: $0.identifier, name: $0.displayName) }
        let points = Set(installed.map(\.point)).sorted().map { Limits.Subject(id: $0, name: $0) }
        let subjects = extensions + points
        guard let id = subject ?? subjects.first?.id else {
            return Limits(subjects: [], subject: nil, limits: [], problems: complaints)
        }
        let appex = installed.first { $0.identifier == id }
        guard let known = subjects.first(where: { $0.id == id }),
            let point = ExtensionPointIdentifier(rawValue: appex?.point ?? id)
        else { throw PageFailure("\(id) is no longer installed.") }
        let values = overrides.limits(point, appex?.identifier)
        let limits = LimitKey.allCases.map { key in
            Limits.Limit(
                key: key.rawValue, value: LimitText.text(values[key], key.unit),
                source: overrides.source(of: key, point, appex?.identifier).rawValue,
                meaning: key.meaning.prefix(1).uppercased() + key.meaning.dropFirst(),
                expectation: LimitText.expectation(key))
        }
        return Limits(subjects: subjects, subject: known, limits: limits, problems: complaints)
    }

    /// Changes a limit, with effect from the next launch.
    ///
    /// - Parameter value: nil to remove the value.
    /// - Throws: ``PageFailure`` if the value is invalid, or the file has invalid entries, which would be lost.
    func setLimit(_ subject: String, _ key: String, _ value: String?) async throws {
        guard let key = LimitKey(rawValue: key) else { throw PageFailure("There is no limit of that name.") }
        var number: UInt64?
        if let value {
            number = LimitText.value(value, for: key)
            guard number != nil else {
                throw PageFailure("\(key.rawValue) must be \(LimitText.expectation(key)).")
            }
        }
        let installed = try await device.extensions()
        let isExtension = installed.contains { $0.identifier == subject }
        guard isExtension || installed.contains(where: { $0.point == subject }) else {
            throw PageFailure("\(subject) is no longer installed.")
        }
        let table = isExtension ? \LimitOverrides.extensions : \.points
        do {
            try LimitFile.change(device.layout) { overrides in
                overrides[keyPath: table][subject, default: [:]][key] = number
                if overrides[keyPath: table][subject]?.isEmpty == true { overrides[keyPath: table][subject] = nil }
            }
        } catch let error as LimitChangeError {
            throw PageFailure(error.description)
        }
    }
}
