public import UIKit

/// Draws previews of settings, one after the other. What changes while one is drawn is drawn next; settings in between are
/// left out, because they would come too late.
@MainActor public final class PreviewDrawing<Settings: Equatable & Sendable> {
    private let imageView: UIImageView
    /// Draws settings as a file, not on the main actor.
    private let draw: @Sendable (Settings) throws -> Data
    private var wanted: Settings?
    private var drawn: Settings?
    private var work: Task<Void, Never>?

    public init(in imageView: UIImageView, _ draw: @escaping @Sendable (Settings) throws -> Data) {
        self.imageView = imageView
        self.draw = draw
    }

    /// Shows settings as soon as possible.
    public func show(_ settings: Settings) {
        wanted = settings
        guard work == nil else { return }
        work = Task {
            while let next = wanted, next != drawn {
                guard let data = try? await Self.data(next, draw) else { break }
                imageView.image = UIImage(data: data)
                drawn = next
            }
            work = nil
        }
    }

    private nonisolated static func data(
        _ settings: Settings, _ draw: @Sendable (Settings) throws -> Data
    ) async throws -> Data {
        try draw(settings)
    }
}
