/// Whether a ported package can be built.
enum PortVerdict: Equatable {
    /// Nothing is known to be missing.
    case complete
    /// Some things are to be done by hand.
    case work(count: Int)
    /// Sources depend on frameworks that nothing takes the place of. Each has the number of sources that import it.
    case impossible([String: Int])

    /// The frameworks in which whole programs are written, so that what uses them is not mended by changing some lines.
    private static let foundations: Set<String> = [
        "SwiftUI", "WidgetKit", "CoreData", "SwiftData", "AppKit", "Cocoa", "RealityKit", "SceneKit", "SpriteKit",
    ]

    /// Judges a port.
    ///
    /// - Parameter removed: the modules of Apple whose imports were removed, each with the number of sources.
    /// - Parameter missing: the number of warnings and errors.
    init(removed: [String: Int], missing: Int) {
        let foundations = removed.filter { Self.foundations.contains($0.key) }
        if !foundations.isEmpty {
            self = .impossible(foundations)
        } else {
            self = missing == 0 ? .complete : .work(count: missing)
        }
    }

    /// Whether building the package is the next step.
    var canBeBundled: Bool {
        if case .impossible = self { false } else { true }
    }

    /// The verdict for the user.
    var sentence: String {
        switch self {
        case .complete: return "Nothing is known to be missing."
        case .work(let count):
            return count == 1
                ? "One thing, which is listed above, is to be done by hand."
                : "\(count) things, which are listed above, are to be done by hand."
        case .impossible(let modules):
            let sorted = modules.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let list = sorted.map { "\($0.key) (\($0.value == 1 ? "1 source" : "\($0.value) sources"))" }
            return
                "The package does not compile as it is: nothing on Linux takes the place of \(list.joined(separator: ", ")). Write these "
                + "sources anew with UIKit and Foundation, or remove those that the extension does not need."
        }
    }
}
