package import AppexWire

/// What a client - a host app or the command line - says to the broker. The broker knows nothing
/// of a client but that it runs as the same user; a client's sessions end with its connection.
package enum BrokerInterface {
    /// The first call of a client. A broker that is about to leave closes the connection instead.
    package struct Greet: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x100

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// Installs the app at a path.
    package struct Install: WireRequest {
        package typealias Reply = ApplicationRecord
        package static let code: UInt16 = 0x101
        /// Absolute.
        package var path: String

        package init(path: String) { self.path = path }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.string(path) }
        package init(from decoder: inout WireDecoder) throws(WireError) { path = try decoder.string() }
    }

    /// Removes an app, its extensions and their data.
    package struct Uninstall: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x102
        package var identifier: String

        package init(identifier: String) { self.identifier = identifier }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.string(identifier) }
        package init(from decoder: inout WireDecoder) throws(WireError) { identifier = try decoder.string() }
    }

    /// Lists what is installed, every copy and version of an extension.
    package struct List: WireRequest {
        package typealias Reply = WireList<ApplicationRecord>
        package static let code: UInt16 = 0x103

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// Finds the extension with an identifier. Refused, with the reason, when it is installed but not offered.
    package struct Find: WireRequest {
        package typealias Reply = ExtensionRecord
        package static let code: UInt16 = 0x104
        package var identifier: String

        package init(identifier: String) { self.identifier = identifier }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.string(identifier) }
        package init(from decoder: inout WireDecoder) throws(WireError) { identifier = try decoder.string() }
    }

    /// Opens a session with an extension, starting its process when none lives. The reply's one
    /// descriptor is the session's socket.
    package struct Open: WireRequest {
        package typealias Reply = Opened
        package static let code: UInt16 = 0x105
        package var identifier: String
        /// What the session is for.
        package var summary: RequestSummary

        package init(identifier: String, summary: RequestSummary = RequestSummary()) {
            self.identifier = identifier
            self.summary = summary
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.string(identifier)
            try encoder.value(summary)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            identifier = try decoder.string()
            summary = try RequestSummary(from: &decoder)
        }
    }

    package struct Opened: WireValue, Sendable, Equatable {
        /// Names the session on this client's connection.
        package var session: UInt64
        /// Whether a process had to be started.
        package var launched: Bool

        package init(session: UInt64, launched: Bool) {
            self.session = session
            self.launched = launched
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            encoder.boolean(launched)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            launched = try decoder.boolean()
        }
    }

    /// The extension has answered: it may be kept for the next host even if this client just goes.
    ///
    /// - Direction: client to broker. Order: once for each session, before ``Close``.
    package struct Answered: WireMessage {
        package static let code: UInt16 = 0x10A
        package var session: UInt64

        package init(session: UInt64) { self.session = session }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(session) }
        package init(from decoder: inout WireDecoder) throws(WireError) { session = try decoder.integer() }
    }

    /// The client no longer needs a session.
    ///
    /// - Direction: client to broker. Order: once for each session.
    package struct Close: WireMessage {
        package static let code: UInt16 = 0x106
        package var session: UInt64
        /// The client has taken its request back. A process that serves nobody else is not kept then.
        package var abandoned: Bool

        package init(session: UInt64, abandoned: Bool) {
            self.session = session
            self.abandoned = abandoned
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            encoder.boolean(abandoned)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            abandoned = try decoder.boolean()
        }
    }

    /// The process behind a session has gone, and why.
    ///
    /// - Direction: broker to client. Order: at most once for each session, before or after the
    ///   end of the session's own socket.
    package struct Died: WireMessage {
        package static let code: UInt16 = 0x107
        package var session: UInt64
        package var failure: RemoteFailure

        package init(session: UInt64, failure: RemoteFailure) {
            self.session = session
            self.failure = failure
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            try encoder.value(failure)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            failure = try RemoteFailure(from: &decoder)
        }
    }

    /// Lists the live processes: broker, launcher, extensions.
    package struct Processes: WireRequest {
        package typealias Reply = WireList<ProcessRecord>
        package static let code: UInt16 = 0x108

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// Reports the walls of the sandbox that this machine gives.
    package struct Walls: WireRequest {
        package typealias Reply = WireList<WallRecord>
        package static let code: UInt16 = 0x109

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }
}

/// A list as a whole message.
package struct WireList<Element: WireValue & Sendable>: WireValue, Sendable {
    package var elements: [Element]

    package init(_ elements: [Element]) { self.elements = elements }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.list(elements) { (encoder, value) throws(WireError) in try encoder.value(value) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        elements = try decoder.list { (decoder) throws(WireError) in try Element(from: &decoder) }
    }
}

/// The words by which programs tell failures apart. An unknown one from a newer peer is just a failure.
package enum FailureCode {
    package static let notFound = "not-found"
    package static let couldNotStart = "could-not-start"
    package static let died = "died"
    /// It had more time for a request than its extension point gives.
    package static let timedOut = "timed-out"
    /// It is not started for a while, because it has crashed again and again.
    package static let crashedRepeatedly = "crashed-repeatedly"
    package static let refused = "refused"
    package static let unavailable = "unavailable"
    package static let malformed = "malformed"
    /// A load: there is no such provider.
    package static let itemUnavailable = "item-unavailable"
}
