import ArgumentParser
import Foundation

/// The options for a web page that is handed over.
struct PageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A web page to hand over. It is opened in a headless Chromium, which runs the extension's JavaScript.",
            valueName: "file|url"),
        completion: .file())
    var page: String?

    @Option(
        help: ArgumentHelp(
            "Where to write the page after the extension's JavaScript has changed it.", valueName: "file"),
        completion: .file())
    var pageOut: String?

    /// - Throws: `ValidationError` if the options do not fit together.
    func validate(with input: InputOptions) throws {
        guard page == nil || input.isEmpty else {
            throw ValidationError("--page cannot be combined with files, --url or --text.")
        }
        guard pageOut == nil || page != nil else { throw ValidationError("--page-out needs --page.") }
    }

    /// Opens the page, and closes it after `body`.
    ///
    /// - Throws: ``CommandFailure`` if the page cannot be opened or its file cannot be written; the error of `body`.
    nonisolated(nonsending) func withVisit(_ body: nonisolated(nonsending) (PageVisit) async throws -> Void)
        async throws
    {
        guard let page else { return }
        let visit = try await PageVisit(page, output: pageOut.map { URL(fileURLWithPath: $0) })
        do { try await body(visit) } catch {
            await visit.close()
            throw error
        }
        await visit.close()
    }
}
