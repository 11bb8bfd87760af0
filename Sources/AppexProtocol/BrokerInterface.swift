package import AppexWire

/// The messages between a client (a host app or the command line) and the broker, on the broker's socket.
///
/// The broker knows only that a client runs as the same user (`SO_PEERCRED`), so it trusts nothing that a client says:
/// it checks every identifier, path and number, and a session number counts only on the connection that opened it. A
/// malformed message or an unknown event ends the connection. A client's sessions end with its connection.
package enum BrokerInterface {
    /// The first request on a connection, which makes sure that the broker stays. A broker that is about to exit closes
    /// the connection instead of answering, and the client connects again.
    ///
    /// - Direction: client to broker.
    package struct Greet: WireRequest, EmptyRecord {
        /// An empty reply: the broker serves this connection.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x100

        /// Creates the request, which has no fields.
        package init() {}
    }

    /// Installs or updates the app at a path. The reply comes when the app is registered.
    ///
    /// - Direction: client to broker. The broker checks the whole bundle before it copies anything and answers
    ///   ``FailureCode/refused`` with the reason if it does not install it.
    package struct Install: WireRequest, WireRecord {
        /// The app as it is now installed.
        package typealias Reply = ApplicationRecord
        /// The message code on the wire.
        package static let code: UInt16 = 0x101
        /// The absolute path of the app's bundle, which the broker reads with its own rights. A relative path is
        /// answered with ``FailureCode/malformed``.
        package var path: String
        /// Whether an app of another signer, or a newer version, is replaced.
        package var isReplacing: Bool
        /// Whether an app is installed that is not signed, or by somebody whom the device does not trust. The files of a
        /// signed app are checked nevertheless.
        package var acceptsUntrusted: Bool

        /// Creates a request to install the app at an absolute path.
        package init(path: String, isReplacing: Bool = false, acceptsUntrusted: Bool = false) {
            self.path = path
            self.isReplacing = isReplacing
            self.acceptsUntrusted = acceptsUntrusted
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            path = try field(\.path, .path)
            isReplacing = try field(\.isReplacing, .boolean)
            acceptsUntrusted = try field(\.acceptsUntrusted, .boolean)
        }
    }

    /// Stops the extensions of an app and removes the app together with their data.
    ///
    /// - Direction: client to broker. An app that is not installed is answered with ``FailureCode/notFound``.
    package struct Uninstall: WireRequest, WireRecord {
        /// An empty reply: the app has been removed.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x102
        /// The app's bundle identifier.
        package var identifier: String

        /// Creates a request to remove an app.
        package init(identifier: String) { self.identifier = identifier }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            identifier = try field(\.identifier, .string)
        }
    }

    /// Lists the installed apps with every copy and version of their extensions, offered or not.
    ///
    /// - Direction: client to broker.
    package struct List: WireRequest, EmptyRecord {
        /// All installed apps.
        package typealias Reply = WireList<ApplicationRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x103

        /// Creates the request, which has no fields.
        package init() {}
    }

    /// Looks up the copy of an extension that hosts are offered.
    ///
    /// - Direction: client to broker. An unknown identifier is answered with ``FailureCode/notFound``; an extension
    ///   that is installed but not offered with ``FailureCode/refused`` and the reason.
    package struct Find: WireRequest, WireRecord {
        /// The copy that is offered.
        package typealias Reply = ExtensionRecord
        /// The message code on the wire.
        package static let code: UInt16 = 0x104
        /// The extension's bundle identifier.
        package var identifier: String

        /// Creates a request to look up an extension.
        package init(identifier: String) { self.identifier = identifier }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            identifier = try field(\.identifier, .string)
        }
    }

    /// Opens a session with an extension and starts its process if none can be joined. The reply carries one
    /// descriptor: the client's end of the session's socket.
    ///
    /// - Direction: client to broker. Failures: ``FailureCode/notFound``, ``FailureCode/refused``,
    ///   ``FailureCode/couldNotStart`` and ``FailureCode/crashedRepeatedly``.
    package struct Open: WireRequest, WireRecord {
        /// The session, with its socket.
        package typealias Reply = Opened
        /// The message code on the wire.
        package static let code: UInt16 = 0x105
        /// The extension's bundle identifier.
        package var identifier: String
        /// What the client is about to hand over, for the report should the extension not survive it. It may be untrue:
        /// it is only reported, never acted on.
        package var summary: RequestSummary

        /// Creates a request to open a session.
        package init(identifier: String, summary: RequestSummary = RequestSummary()) {
            self.identifier = identifier
            self.summary = summary
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            identifier = try field(\.identifier, .string)
            summary = try field(\.summary, .value(RequestSummary.self))
        }
    }

    /// The reply to ``Open``.
    package struct Opened: WireRecord, Sendable, Equatable {
        /// The number of the session, unique to this client's connection.
        package var session: UInt64
        /// Whether a process was started for this session.
        package var launched: Bool

        /// Creates a reply.
        package init(session: UInt64, launched: Bool) {
            self.session = session
            self.launched = launched
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
            launched = try field(\.launched, .boolean)
        }
    }

    /// The extension has answered the request of a session, so its process may be kept for the next host even if this
    /// client goes away without ``Close``.
    ///
    /// - Direction: client to broker, at most once for each session, before ``Close``. An unknown session is ignored.
    package struct Answered: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x10A
        /// The session, from ``Opened`` or ``Parked``.
        package var session: UInt64

        /// Creates the event.
        package init(session: UInt64) { self.session = session }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
        }
    }

    /// The client no longer needs a session.
    ///
    /// - Direction: client to broker, once for each session. An unknown session is ignored.
    package struct Close: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x106
        /// The session, from ``Opened`` or ``Parked``.
        package var session: UInt64
        /// Whether the client withdrew its request before the answer. The process is then ended unless other sessions
        /// use it.
        package var abandoned: Bool

        /// Creates the event.
        package init(session: UInt64, abandoned: Bool) {
            self.session = session
            self.abandoned = abandoned
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
            abandoned = try field(\.abandoned, .boolean)
        }
    }

    /// The process that served a session has ended.
    ///
    /// - Direction: broker to client, at most once for each session, before or after the end of the session's own
    ///   socket.
    package struct Died: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x107
        /// The session, from ``Opened`` or ``Parked``.
        package var session: UInt64
        /// Why the process ended, with the identifier of the report if there is one.
        package var failure: RemoteFailure

        /// Creates the event.
        package init(session: UInt64, failure: RemoteFailure) {
            self.session = session
            self.failure = failure
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
            failure = try field(\.failure, .value(RemoteFailure.self))
        }
    }

    /// Lists the live processes of the device: broker, launcher, init processes and extensions.
    ///
    /// - Direction: client to broker.
    package struct Processes: WireRequest, EmptyRecord {
        /// One record for each process.
        package typealias Reply = WireList<ProcessRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x108

        /// Creates the request, which has no fields.
        package init() {}
    }

    /// Asks which layers of the sandbox work on this machine.
    ///
    /// - Direction: client to broker.
    package struct Layers: WireRequest, EmptyRecord {
        /// One record for each layer.
        package typealias Reply = WireList<CheckRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x109

        /// Creates the request, which has no fields.
        package init() {}
    }
}

/// A reply that is a list of values, at most `WireLimits.listElements` of them.
package struct WireList<Element: WireValue & Sendable>: WireRecord, Sendable {
    /// The values, in the order in which they are sent.
    package var elements: [Element]

    /// Creates a list.
    package init(_ elements: [Element]) { self.elements = elements }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        elements = try field(\.elements, .list(of: .value(Element.self)))
    }
}

/// The codes by which programs tell failures apart. A newer peer may send others; a receiver treats an unknown code as
/// a failure without a known cause.
package enum FailureCode {
    /// Nothing is installed under the identifier.
    package static let notFound = "not-found"
    /// The extension's process could not be started.
    package static let couldNotStart = "could-not-start"
    /// The extension's process ended before it answered.
    package static let died = "died"
    /// The extension's process ended, or was not started, because the launcher ended or the app was updated meanwhile:
    /// another attempt may succeed.
    package static let interrupted = "interrupted"
    /// The request took longer than the extension point allows.
    package static let timedOut = "timed-out"
    /// The extension is not started for a while because it has crashed several times in a row.
    package static let crashedRepeatedly = "crashed-repeatedly"
    /// The receiver understood the message and will not do what it asks.
    package static let refused = "refused"
    /// The receiver cannot do it at present, through no fault of the sender.
    package static let unavailable = "unavailable"
    /// The message is not as the protocol describes it.
    package static let malformed = "malformed"
    /// The provider that a load names does not exist.
    package static let itemUnavailable = "item-unavailable"
}
