import CFloor
import Foundation
import OpenExtensionFoundation
import OpenExtensionKit

/// A session of Darkroom's extension Film in a host, whose previews are waited for.
struct FilmSession {
    static let extensionIdentifier = "org.openextensionkit.Darkroom.Film"
    /// The recipe, as in `Benchmarks/Peers/film.c`.
    private static let (amber, strength, grain) = (UInt32(1), 0.8, 0.3)
    private static let traits = ViewTraits(width: 960, height: 704)

    /// Nanoseconds from the call of `edit`.
    struct Beginning {
        /// Until the tree shows the photograph.
        var placeholder: Int64
        /// Until the tree shows the first picture that the extension has drawn.
        var preview: Int64
    }

    let session: PhotoEditingSession
    private let view: ExtensionView
    private var updates: ExtensionView.Updates.AsyncIterator
    private var image: UInt32?

    /// Begins editing, and waits for the first preview.
    static func begin(
        _ photograph: URL, on host: ExtensionHost, with film: AppExtensionIdentity
    ) async throws -> (FilmSession, Beginning) {
        let start = floor_now()
        let session = try await host.edit(EditablePhoto(original: photograph), with: film, traits: traits)
        var film = try FilmSession(session)
        try await film.awaitImage()
        let placeholder = floor_now() - start
        try await film.awaitImage()
        return (film, Beginning(placeholder: placeholder, preview: floor_now() - start))
    }

    private init(_ session: PhotoEditingSession) throws {
        guard let view = session.view else { throw BenchmarkError("the session has no view") }
        self.session = session
        self.view = view
        updates = view.updates.makeAsyncIterator()
    }

    /// Waits until the tree shows another image.
    private mutating func awaitImage() async throws {
        while let update = await updates.next() {
            let shown = update.tree.nodes.values.first { $0.kind == .image }?.image(.image)
            guard let shown, shown != image else { continue }
            image = shown
            return
        }
        throw BenchmarkError("Film ended before it drew the photograph")
    }

    /// Sets the recipe.
    mutating func setRecipe() async throws {
        try await change(.select(Self.amber), of: .segmented)
        try await setStrength(Self.strength)
        try await change(.setNumber(Self.grain, isFinal: true), of: .slider, labeled: "Grain")
    }

    /// Sets the strength of the look, and waits for the preview.
    mutating func setStrength(_ strength: Double) async throws {
        try await change(.setNumber(strength, isFinal: true), of: .slider, labeled: "Strength")
    }

    private mutating func change(_ event: ViewEvent, of kind: ViewKind, labeled label: String? = nil) async throws {
        let node = view.tree.nodes.values.first {
            $0.kind == kind && (label == nil || $0.text(.accessibilityLabel) == label)
        }
        guard let node, view.send(event, to: node.id) != nil else {
            throw BenchmarkError("Film has no control for \(event)")
        }
        try await awaitImage()
    }

    /// Nanoseconds of each of some steps of the slider Strength, until its preview has arrived.
    mutating func steps(_ count: Int) async throws -> [Int64] {
        var times: [Int64] = []
        for step in 0..<count {
            try await Task.sleep(for: ViewPress.pause)
            let start = floor_now()
            try await setStrength(0.2 + Double(step) * 0.01)
            times.append(floor_now() - start)
        }
        try await setStrength(Self.strength)
        return times
    }
}
