package import AppexWire

/// Sharing items through the host.
extension SessionInterface {
    /// Asks the host to show its share sheet for items of the extension.
    ///
    /// - Direction: extension to host, before the request has ended. The host answers when the sheet, and what was chosen in it,
    ///   have left the screen.
    /// - Trust: the extension may send any items. The host checks that the user has just acted in the extension's view, and
    ///   shows whatever is shared to the user, who chooses.
    package struct Share: WireRequest, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x313
        /// The items.
        package var items: [ItemDescription]
        /// The bundle identifiers of extensions that are not to be offered.
        package var excluded: [String]

        /// The maximum number of excluded extensions.
        package static let excludedLimit = 64

        /// Creates the request.
        package init(items: [ItemDescription], excluded: [String]) {
            self.items = items
            self.excluded = excluded
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            items = try field(\.items, .list(of: .value(ItemDescription.self)))
            excluded = try field(
                \.excluded,
                .list(
                    of: .label(atMost: TextLimits.identifierBytes), atMost: Self.excludedLimit,
                    "the extensions that are not offered"))
        }

        /// What became of the items.
        package struct Reply: WireRecord, Sendable {
            /// How the sheet was left.
            package enum Result: UInt8, Sendable, CaseIterable {
                /// The chosen extension has completed.
                case completed
                /// The chosen extension has cancelled or failed.
                case cancelled
                /// The user has closed the sheet or the view of the chosen extension.
                case dismissed
                /// The user has not acted in the view since the last sheet or URL, or too long ago.
                case withoutUser
                /// The host has no share sheet, or shows one already.
                case notShown
            }

            /// How the sheet was left.
            package var result: Result
            /// The bundle identifier of the chosen extension; empty if none was.
            package var activity: String
            /// What the chosen extension has returned.
            package var items: [ItemDescription]

            /// Creates the reply.
            package init(_ result: Result, activity: String = "", items: [ItemDescription] = []) {
                self.result = result
                self.activity = activity
                self.items = items
            }

            package init(fields field: some FieldCoder<Self>) throws(WireError) {
                result = try field(\.result, .choice("how a share sheet was left"))
                activity = try field(\.activity, .label(atMost: TextLimits.identifierBytes))
                items = try field(\.items, .list(of: .value(ItemDescription.self)))
            }
        }
    }
}
