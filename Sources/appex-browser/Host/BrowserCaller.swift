import AppexModel

/// The browser that has started this program as its native messaging host.
///
/// A browser names the WebExtension that asks in the arguments. They cannot be forged by a page or by another
/// WebExtension, as a message could.
enum BrowserCaller: Equatable {
    /// Chromium and browsers made of it.
    case chromium
    /// Firefox.
    case firefox
    /// A WebExtension that may not use this host.
    case stranger(String)

    /// Determines the caller.
    ///
    /// - Parameter arguments: the arguments without the program's name. Chromium passes the WebExtension's origin; Firefox
    ///   the path of the native messaging manifest and the WebExtension's identifier.
    /// - Returns: nil if no browser has started the program.
    init?(arguments: [String]) {
        guard let first = arguments.first else { return nil }
        if first.begins(with: "chrome-extension://") {
            self = first == WebExtension.chromiumOrigin ? .chromium : .stranger(first)
        } else if first.begins(with: "/"), first.ends(with: "/\(WebExtension.hostName).json"), arguments.count >= 2 {
            self = arguments[1] == WebExtension.firefoxIdentifier ? .firefox : .stranger(arguments[1])
        } else {
            return nil
        }
    }
}
