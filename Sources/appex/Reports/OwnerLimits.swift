import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// The device's limits file.
struct OwnerLimits {
    var overrides = LimitOverrides()
    var problems: [LimitError] = []

    /// Reads the file; without one there are no overrides.
    init(_ layout: DeviceLayout) {
        do {
            let bytes = try FileContent.prefix(of: layout.limits, limit: LimitFile.byteLimit + 1)
            (overrides, problems) = LimitFile.read(bytes, file: layout.limits)
        } catch {
            guard error != .noSuchFileOrDirectory else { return }
            problems = [LimitError(file: layout.limits, key: "", problem: "\(error)")]
        }
    }

    /// Changes the overrides of an extension, a point or, with `device`, of all extensions.
    ///
    /// - Returns: the overrides after the change.
    /// - Throws: ``CommandFailure`` if the file contains an invalid entry, which would be lost, or cannot be written.
    static func change(
        _ subject: String, _ change: (inout LimitOverrides.Values) -> Void
    ) async throws -> LimitOverrides.Values {
        let broker = try ExtensionHost().broker
        // It also creates the folders of a device that has not been used yet.
        let installed = try await broker.call(BrokerInterface.List()).0.elements.flatMap(\.extensions)
        var file = OwnerLimits(broker.layout)
        if let problem = file.problems.first {
            throw CommandFailure("Cannot change the limits file until this is corrected: \(problem).", .failed)
        }
        let values: LimitOverrides.Values
        if subject == "device" {
            change(&file.overrides.device)
            values = file.overrides.device
        } else {
            let isExtension =
                installed.contains { $0.identifier == subject } || file.overrides.extensions[subject] != nil
            let isPoint =
                ExtensionLimits.knownPoints.contains(subject) || installed.contains { $0.point == subject }
                || file.overrides.points[subject] != nil
            guard isExtension || isPoint else {
                throw CommandFailure(
                    "There is no extension and no extension point \"\(subject)\"; `appex list` lists extensions.",
                    .notFound)
            }
            let table = isExtension ? \LimitOverrides.extensions : \.points
            change(&file.overrides[keyPath: table][subject, default: [:]])
            values = file.overrides[keyPath: table][subject] ?? [:]
            if values.isEmpty { file.overrides[keyPath: table][subject] = nil }
        }
        do {
            let path = broker.layout.limits.string
            try Data(LimitFile.bytes(of: file.overrides)).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure("Cannot write \(broker.layout.limits): \(error.localizedDescription)", .failed)
        }
        return values
    }
}
