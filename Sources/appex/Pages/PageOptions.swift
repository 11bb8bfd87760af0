import ArgumentParser
import Foundation
import Glibc

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
        guard pageOut != "", pageOut != "-" else { throw ValidationError("--page-out takes the name of a file.") }
    }

    /// Opens the page, and closes it after `body`.
    ///
    /// - Parameter force: whether an existing file is replaced.
    /// - Throws: ``CommandFailure`` if the page cannot be opened or its file cannot be written; the error of `body`.
    nonisolated(nonsending) func withVisit(
        force: Bool, _ body: nonisolated(nonsending) (PageVisit) async throws -> Void
    ) async throws {
        guard let page else { return }
        if let pageOut, let found = try? FileManager.default.attributesOfItem(atPath: pageOut) {
            guard found[.type] as? FileAttributeType == .typeRegular else {
                throw CommandFailure("\(pageOut) is not a regular file, so it is not replaced.", .usage)
            }
            guard force else {
                throw CommandFailure(
                    "\(pageOut) exists; choose another name or allow replacing it with --force.", .usage)
            }
        }
        let profile = FileManager.default.temporaryDirectory.appending(path: "appex-page-\(UUID().uuidString)")
        // A browser ends with this process, but leaves its files.
        let signals = [SIGINT, SIGTERM, SIGHUP].map {
            Self.onSignal($0) { try? FileManager.default.removeItem(at: profile) }
        }
        defer { for signal in signals { signal.cancel() } }
        let visit = try await PageVisit(page, profile: profile, output: pageOut.map { URL(fileURLWithPath: $0) })
        do { try await body(visit) } catch {
            await visit.close()
            throw error
        }
        await visit.close()
    }

    /// Performs an action when a signal arrives that ends this process, and then lets it end the process.
    private static func onSignal(
        _ number: CInt, _ action: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            action()
            signal(number, SIG_DFL)
            raise(number)
        }
        source.setCancelHandler { signal(number, SIG_DFL) }
        source.resume()
        return source
    }
}
