import AppexModel
import Synchronization

/// Controls access to the device: a link that the program has printed admits one browser, once.
final class Admission: Sendable {
    private struct State {
        /// The secrets of unused links, oldest first.
        var links: [String] = []
        /// The secrets of browsers, oldest first.
        var browsers: [String] = []
    }

    private let state = Mutex(State())
    /// The secret path below which everything is served. Cookies do not depend on ports, so browsers would send ours to
    /// other servers on this machine; they do not if it belongs to a path that is unknown to those.
    let base = "/" + secret(bytes: 16) + "/"
    static let cookieName = "device"

    /// Creates the secret of a new link.
    func makeLink() -> String {
        let link = Self.secret(bytes: 32)
        state.withLock { state in
            state.links.append(link)
            if state.links.count > WebLimits.links { state.links.removeFirst() }
        }
        return link
    }

    /// Admits a browser, once for each link.
    ///
    /// - Returns: the browser's secret; nil if the link does not exist or has been used.
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

    /// Whether a cookie header contains the secret of an admitted browser.
    func admits(cookie header: String?) -> Bool {
        let secrets = (header ?? "").parts(at: ";").compactMap { pair -> Substring? in
            let parts = pair.parts(at: "=", atMost: 1)
            guard parts.count == 2,
                parts[0].utf8.filter({ $0 != UInt8(ascii: " ") }).elementsEqual(Self.cookieName.utf8)
            else { return nil }
            return parts[1]
        }
        return state.withLock { state in
            secrets.prefix(4).contains { secret in
                state.browsers.contains { Self.isEqual($0, String(secret)) }
            }
        }
    }

    /// Compares two texts in constant time.
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
