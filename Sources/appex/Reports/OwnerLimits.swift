import AppexModel
import AppexProtocol
import OpenExtensionKit

/// The device's limits file.
struct OwnerLimits {
    var overrides = LimitOverrides()
    var problems: [LimitError] = []

    /// Reads the file; without one there are no overrides.
    init(_ layout: DeviceLayout) {
        (overrides, problems) = LimitFile.read(layout)
    }

    /// Changes the overrides of an extension, a point or, with `device`, of all extensions.
    ///
    /// - Returns: the overrides after the change.
    /// - Throws: ``CommandFailure`` if there is no such extension or point, if the file contains an invalid entry, which
    ///   would be lost, or if it cannot be written; ``ExtensionError`` if the broker cannot be asked.
    static func change(
        _ subject: String, _ change: (inout LimitOverrides.Values) -> Void
    ) async throws -> LimitOverrides.Values {
        let device = try ExtensionHost().administration
        // It also creates the folders of a device that has not been used yet.
        let installed = try await device.apps().flatMap(LimitedProgram.of)
        do {
            return try LimitFile.change(device.layout) { overrides in
                try apply(change, to: subject, installed, &overrides)
            }
        } catch let error as LimitChangeError {
            throw CommandFailure(error.description, .failed)
        }
    }

    private static func apply(
        _ change: (inout LimitOverrides.Values) -> Void, to subject: String, _ installed: [LimitedProgram],
        _ overrides: inout LimitOverrides
    ) throws -> LimitOverrides.Values {
        if subject == "device" {
            change(&overrides.device)
            return overrides.device
        }
        let isExtension =
            installed.contains { $0.identifier == subject } || overrides.extensions[subject] != nil
        let isPoint =
            ExtensionPoint.named(subject) != nil || installed.contains { $0.point == subject }
            || overrides.points[subject] != nil
        guard isExtension || isPoint else {
            throw CommandFailure(
                "There is no app, extension or extension point \"\(subject)\"; `appex list` lists apps and extensions.",
                .notFound)
        }
        let table = isExtension ? \LimitOverrides.extensions : \.points
        change(&overrides[keyPath: table][subject, default: [:]])
        let values = overrides[keyPath: table][subject] ?? [:]
        if values.isEmpty { overrides[keyPath: table][subject] = nil }
        return values
    }
}
