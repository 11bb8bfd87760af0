import AppexModel
import AppexPages
import Foundation
import OpenExtensionKit

/// A page in a headless browser, in which scripts of extensions are run.
///
/// Every method blocks its thread.
final class BrowserPage {
    /// The address and the title of the page, as it has set them.
    let page: WebPage
    private let browser: HeadlessBrowser
    private let session: String
    private let frame: String
    /// The world of this program in the document that was opened.
    private let world: Int
    /// The time at which the document began, which no later document has.
    private let origin: Double
    /// The script world of each extension.
    private var worlds: [String: Int] = [:]

    /// Opens a page and waits until it has been loaded.
    ///
    /// - Parameter location: the path of a file, or a URL.
    /// - Throws: ``CommandFailure`` if there is no such page, or no browser.
    init(_ location: String, profile: URL, environment: [String: String]) throws {
        let url = try Self.url(location)
        let browser = try HeadlessBrowser(profile: profile, environment: environment)
        self.browser = browser
        do {
            let connection = browser.connection
            let target: Target = try connection.call("Target.createTarget", ["url": "about:blank"])
            let attached: Attached = try connection.call(
                "Target.attachToTarget", Attach(targetId: target.targetId, flatten: true))
            session = attached.sessionId
            // The load of the empty page is not taken for that of the page.
            let ready: String = try Self.evaluate(
                "new Promise((done) => document.readyState === \"complete\" ? done(\"\") : onload = () => done(\"\"))",
                in: session, connection)
            _ = ready
            _ = try connection.call("Page.enable", Nothing(), in: session) as Nothing
            let navigation: Navigation = try connection.call(
                "Page.navigate", ["url": url.absoluteString], in: session)
            if let problem = navigation.errorText { throw DevToolsConnection.Failure(reason: problem) }
            frame = navigation.frameId
            try connection.wait(for: "Page.domContentEventFired")
            // A picture or frame that never arrives does not stop the page from being read.
            try? connection.wait(for: "Page.loadEventFired", within: .seconds(5))
            // In a world of its own, the page has no part in the answer. The world ends with the document.
            let created: Created = try connection.call(
                "Page.createIsolatedWorld", World(frameId: frame, worldName: "appex"), in: session)
            world = created.executionContextId
            let description: Description = try Self.evaluate(
                "({url: location.href, title: document.title, origin: performance.timeOrigin})", in: session,
                world: world, connection)
            origin = description.origin
            page = WebPage(url: URL(string: description.url) ?? url, title: description.title.shortened(toBytes: 4_096))
        } catch {
            browser.close()
            throw Self.failure(location, error)
        }
    }

    private static func url(_ location: String) throws -> URL {
        if let url = URL(string: location), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) {
            return url
        }
        guard !location.contains("://") else {
            throw CommandFailure("--page takes a file or an address with http or https, not \(location).", .usage)
        }
        var isFolder: ObjCBool = false
        guard !location.isEmpty, FileManager.default.fileExists(atPath: location, isDirectory: &isFolder) else {
            throw CommandFailure(
                "Cannot open the page \"\(location)\": there is no such file. An address begins with http:// or https://.",
                .usage)
        }
        let file = URL(fileURLWithPath: location).resolvingSymlinksInPath()
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        guard type == .typeRegular, FileManager.default.isReadableFile(atPath: location) else {
            let reason =
                isFolder.boolValue ? "is a folder" : type == .typeRegular ? "cannot be read" : "is not a regular file"
            throw CommandFailure("Cannot open the page \(location): it \(reason).", .usage)
        }
        return URL(fileURLWithPath: location)
    }

    private static func failure(_ location: String, _ error: any Error) -> CommandFailure {
        if let failure = error as? CommandFailure { return failure }
        let reason = (error as? DevToolsConnection.Failure)?.reason ?? error.localizedDescription
        return CommandFailure("Cannot open the page \(location): \(reason).", .failed)
    }

    private struct Nothing: Codable {}
    private struct Target: Decodable { let targetId: String }
    private struct Attached: Decodable { let sessionId: String }
    private struct Navigation: Decodable {
        let frameId: String
        let errorText: String?
    }
    private struct Description: Decodable {
        let url: String
        let title: String
        let origin: Double
    }
    private struct Attach: Encodable {
        let targetId: String
        let flatten: Bool
    }
    private struct World: Encodable {
        let frameId: String
        let worldName: String
    }
    private struct Created: Decodable { let executionContextId: Int }
    private struct Evaluation: Encodable {
        let expression: String
        let contextId: Int?
        private(set) var awaitPromise = true
        private(set) var returnByValue = true
    }
    private struct Evaluated<Value: Decodable>: Decodable {
        struct Result: Decodable { let value: Value? }
        struct Details: Decodable {
            struct Exception: Decodable { let description: String? }
            let text: String
            let exception: Exception?
        }

        let result: Result
        let exceptionDetails: Details?
    }

    private static func evaluate<Value: Decodable>(
        _ text: String, in session: String, world: Int? = nil, _ connection: DevToolsConnection
    ) throws -> Value {
        let evaluated: Evaluated<Value> = try connection.call(
            "Runtime.evaluate", Evaluation(expression: text, contextId: world), in: session)
        if let details = evaluated.exceptionDetails {
            throw DevToolsConnection.Failure(reason: details.exception?.description ?? details.text)
        }
        guard let value = evaluated.result.value else { throw DevToolsConnection.Failure(reason: "there is no value") }
        return value
    }

    /// Runs the script of an extension in the page, in a script world of its own.
    ///
    /// - Returns: its answer.
    /// - Throws: ``CommandFailure`` with the reason why there is no answer.
    func run(_ offer: WebPageExtension) throws -> PageValue {
        let name = offer.identity.localizedName
        do {
            let created: Created = try browser.connection.call(
                "Page.createIsolatedWorld", World(frameId: frame, worldName: offer.id), in: session)
            let found: Double = try Self.evaluate(
                "performance.timeOrigin", in: session, world: created.executionContextId, browser.connection)
            // A page may have taken the place of the one that was offered.
            guard found == origin else { throw PageFailure(Self.replaced) }
            worlds[offer.id] = created.executionContextId
            let text = PageScript.running(try offer.script(), extensionName: name)
            let answer: String = try Self.evaluate(
                text, in: session, world: created.executionContextId, browser.connection)
            return try PageScript.answer(answer)
        } catch let error as ExtensionError {
            throw CommandFailure(error.message, .failed)
        } catch let failure as PageFailure {
            throw CommandFailure(failure.message, .failed)
        } catch let failure as DevToolsConnection.Failure {
            throw problem("Cannot run the script of \(name) in the page", failure)
        }
    }

    /// Calls `finalize` of the script that has run for an extension.
    ///
    /// - Returns: whether the script has such a function.
    /// - Throws: ``CommandFailure`` if the script could not change the page.
    func finalize(_ offer: WebPageExtension, _ argument: PageValue) throws -> Bool {
        let name = offer.identity.localizedName
        guard let world = worlds[offer.id], let text = argument.text else {
            throw CommandFailure("What \(name) has returned for the page cannot be passed to its script.", .failed)
        }
        do {
            let answer: String = try Self.evaluate(
                PageScript.finalizing(text), in: session, world: world, browser.connection)
            return try PageScript.hasFinalized(answer)
        } catch let failure as PageFailure {
            throw CommandFailure(failure.message, .failed)
        } catch let failure as DevToolsConnection.Failure {
            throw problem("The script of \(name) could not change the page", failure)
        }
    }

    private static let replaced = "The page was replaced by another one. Open the other page instead."

    /// The failure of a command in the page, which says so if the document is no longer there.
    private func problem(_ words: String, _ failure: DevToolsConnection.Failure) -> CommandFailure {
        let found: Double? = try? Self.evaluate(
            "performance.timeOrigin", in: session, world: world, browser.connection)
        return CommandFailure(found == nil ? Self.replaced : "\(words): \(failure.reason).", .failed)
    }

    /// The page in its current state, as HTML.
    ///
    /// - Throws: ``DevToolsConnection/Failure`` if another page has taken its place.
    func html() throws -> String {
        try Self.evaluate(
            "document.doctype ? new XMLSerializer().serializeToString(document.doctype) + document.documentElement.outerHTML"
                + " : document.documentElement.outerHTML", in: session, world: world, browser.connection)
    }

    /// Closes the page and ends the browser.
    func close() { browser.close() }
}
