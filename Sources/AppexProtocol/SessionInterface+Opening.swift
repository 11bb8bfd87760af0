package import AppexWire

/// Opening URLs.
extension SessionInterface {
    /// Asks the host to open a URL with the app that declares its scheme.
    ///
    /// - Direction: extension to host, before the request has ended. The host answers when the app has been opened or the URL
    ///   refused.
    /// - Trust: the extension may send any text. The host checks that it is a URL, that extensions of the point may open it, and
    ///   that the user has just acted in the extension's view.
    package struct OpenURL: WireRequest, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x312
        /// The URL: at most ``limit`` bytes.
        package var url: String

        /// The maximum length of a URL, in bytes.
        package static let limit = 8192

        /// Creates the request.
        package init(url: String) { self.url = url }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            url = try field(\.url, .string(atMost: Self.limit, "a URL"))
        }

        /// What the host did.
        package struct Reply: WireRecord, Sendable {
            /// What became of a URL.
            package enum Result: UInt8, Sendable, CaseIterable {
                case opened
                /// Extensions of this point may not open URLs, or only those of their app.
                case notAllowed
                /// It is not a URL.
                case invalid
                /// No installed app declares the scheme.
                case noApp
                /// The user has not acted in the view since the last URL, or too long ago.
                case withoutUser
                /// The host does not open URLs, or could not open this one.
                case notOpened
                /// Several installed apps declare the scheme, and none of them contains the extension.
                case ambiguous
            }

            /// What became of the URL.
            package var result: Result

            /// Creates the reply.
            package init(_ result: Result) { self.result = result }

            package init(fields field: some FieldCoder<Self>) throws(WireError) {
                result = try field(\.result, .choice("what became of a URL"))
            }
        }
    }
}
