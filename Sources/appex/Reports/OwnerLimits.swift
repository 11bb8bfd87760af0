import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// The device's file of limits.
struct OwnerLimits {
    var overrides = LimitOverrides()
    var problems: [LimitError] = []

    /// Reads it; a device without one has no overrides.
    init(_ layout: DeviceLayout) {
        do {
            let bytes = try FileContent.prefix(of: layout.limits, limit: LimitFile.byteLimit + 1)
            (overrides, problems) = LimitFile.read(bytes, file: layout.limits)
        } catch {
            guard error != .noSuchFileOrDirectory else { return }
            problems = [LimitError(file: layout.limits, key: "", problem: "\(error)")]
        }
    }

    /// Changes what is said about an extension, a point or, as `device`, all.
    ///
    /// - Throws: ``CommandFailure`` when the file has something in it that would be lost, or cannot be written.
    static func change(_ subject: String, _ change: (inout LimitOverrides.Values) -> Void) async throws {
        let broker = try ExtensionHost().broker
        var file = OwnerLimits(broker.layout)
        if let problem = file.problems.first {
            throw CommandFailure("The file is not changed as long as this is in it: \(problem).", .failed)
        }
        if subject == "device" {
            change(&file.overrides.device)
        } else {
            let installed = try await broker.call(BrokerInterface.List()).0.elements.flatMap(\.extensions)
            let isExtension =
                installed.contains { $0.identifier == subject } || file.overrides.extensions[subject] != nil
            let isPoint =
                ExtensionLimits.pointsOfTheTable.contains(subject) || installed.contains { $0.point == subject }
                || file.overrides.points[subject] != nil
            guard isExtension || isPoint else {
                throw CommandFailure(
                    "No extension and no extension point \"\(subject)\" is known; `appex list` lists extensions.",
                    .notFound)
            }
            let table = isExtension ? \LimitOverrides.extensions : \.points
            change(&file.overrides[keyPath: table][subject, default: [:]])
            if file.overrides[keyPath: table][subject]?.isEmpty == true {
                file.overrides[keyPath: table][subject] = nil
            }
        }
        do {
            let path = broker.layout.limits.string
            try Data(LimitFile.bytes(of: file.overrides)).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure("Cannot write \(broker.layout.limits): \(error.localizedDescription).", .failed)
        }
    }
}
