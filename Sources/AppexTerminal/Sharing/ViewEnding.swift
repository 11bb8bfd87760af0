import OpenExtensionKit

/// Waits for the outcome of a view that is shown several times, because questions interrupt it.
///
/// Only one task waits for all showings. It ends with the request; cancelling it would cancel the request.
@MainActor
final class ViewEnding {
    private weak var view: ExtensionView?
    private var result: Result<Void, any Error>?
    private var report: (Result<Void, any Error>) -> Void = { _ in }

    init(of view: ExtensionView) {
        self.view = view
        Task { [weak self] in
            let result: Result<Void, any Error>
            do {
                _ = try await view.outcome()
                result = .success(())
            } catch { result = .failure(error) }
            self?.end(result)
        }
    }

    /// Whether this is the end of a view.
    func isOf(_ view: ExtensionView) -> Bool { self.view === view }

    /// Calls `report` with the outcome, at once if it is known. It replaces the one that was given before.
    func observe(_ report: @escaping (Result<Void, any Error>) -> Void) {
        self.report = report
        if let result { report(result) }
    }

    private func end(_ result: Result<Void, any Error>) {
        self.result = result
        report(result)
    }
}
