import Synchronization

/// Who may use the device: whoever holds a link that the program has printed, once; and then that browser.
final class Admission: Sendable {
    private struct State {
        /// The secrets of links that nobody has used, oldest first.
        var links: [String] = []
        /// The secrets of browsers, oldest first.
        var browsers: [String] = []
    }

    private let state = Mutex(State())
    /// Where everything is. Cookies know no ports, so another server of this machine would be sent ours; it cannot be
    /// sent one that belongs to a path it does not know.
    let base = "/" + secret(bytes: 16) + "/"
    static let cookieName = "device"

    /// A new link's secret.
    func makeLink() -> String {
        let link = Self.secret(bytes: 32)
        state.withLock { state in
            state.links.append(link)
            if state.links.count > WebLimits.links { state.links.removeFirst() }
        }
        return link
    }

    /// Lets a browser in, once for each link.
    ///
    /// - Returns: the browser's secret; nil when there is no such link any more.
    func redeem(_ link: String) -> String? {
        state.withLock { state in
            guard let index = state.links.firstIndex(where: { Self.isEqual($0, link) }) else { return nil }
            state.links.remove(at: index)
            let browser = Self.secret(bytes: 32)
            state.browsers.append(browser)
            if state.browsers.count > WebLimits.browsers { state.browsers.removeFirst() }
            return browser
        }
    }

    /// Whether a cookie header has a browser's secret in it.
    func admits(cookie header: String?) -> Bool {
        let secrets = (header ?? "").split(separator: ";").compactMap { pair -> Substring? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == Self.cookieName else { return nil }
            return parts[1]
        }
        return state.withLock { state in
            secrets.prefix(4).contains { secret in
                state.browsers.contains { Self.isEqual($0, String(secret)) }
            }
        }
    }

    /// Takes the same time wherever the texts differ.
    private static func isEqual(_ known: String, _ given: String) -> Bool {
        guard known.utf8.count == given.utf8.count else { return false }
        return zip(known.utf8, given.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func secret(bytes: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<bytes).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}
