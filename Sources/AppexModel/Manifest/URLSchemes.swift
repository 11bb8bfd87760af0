/// The URL schemes that an app opens: `CFBundleURLSchemes` of each entry of `CFBundleURLTypes` in its Info.plist.
package enum URLSchemes {
    /// The maximum number of schemes of one app.
    private static let limit = 64

    /// The schemes in lower case, without repetitions. Values that are not schemes are left out.
    ///
    /// - Parameter manifest: the content of an Info.plist, which is untrusted.
    package static func declared(in manifest: PropertyListValue) -> [String] {
        let types = manifest.dictionary?["CFBundleURLTypes"]?.array ?? []
        let texts = types.lazy.flatMap { $0.dictionary?["CFBundleURLSchemes"]?.array ?? [] }.compactMap(\.string)
        var schemes: [String] = []
        for scheme in texts.lazy.compactMap(canonical) where !schemes.contains(scheme) {
            guard schemes.count < limit else { break }
            schemes.append(scheme)
        }
        return schemes
    }

    /// The scheme with which a URL begins, in lower case; nil if the text does not begin with one.
    package static func scheme(of url: String) -> String? {
        url.utf8.firstIndex(of: UInt8(ascii: ":")).flatMap { canonical(String(url[..<$0])) }
    }

    /// A scheme in lower case; nil for a text that is not one (RFC 3986, section 3.1), or is longer than 64 bytes.
    private static func canonical(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= 64, isLetter(first) else { return nil }
        let marks = Array("+-.".utf8)
        guard bytes.allSatisfy({ isLetter($0) || (48...57).contains($0) || marks.contains($0) }) else { return nil }
        return text.lowercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }
}
