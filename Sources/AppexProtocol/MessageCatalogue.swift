package import AppexWire

/// A list of all messages, for tests that cover every message and for tools that handle messages generically.
package enum MessageCatalogue {
    /// One message and its reply, with the means to decode and encode both.
    package struct Entry: Sendable {
        /// The message code on the wire.
        package let code: UInt16
        /// The name of the type, such as `BrokerInterface.Open`.
        package let name: String
        /// Decodes the body of a message and encodes it again.
        fileprivate let message: @Sendable ([UInt8]) throws(WireError) -> [UInt8]
        /// Decodes the body of a reply and encodes it again; nil for an event, which is not answered.
        fileprivate let reply: (@Sendable ([UInt8]) throws(WireError) -> [UInt8])?

        /// Whether the message is a request.
        package var isAnswered: Bool { reply != nil }

        /// Decodes the body of a message and encodes it again.
        ///
        /// - Throws: `WireError` if the body is malformed or exceeds a bound.
        package func rewrite(message body: [UInt8]) throws(WireError) -> [UInt8] {
            try message(body)
        }

        /// Decodes the body of a reply and encodes it again.
        ///
        /// - Throws: `WireError` if the body is malformed or exceeds a bound, or if the message is an event.
        package func rewrite(reply body: [UInt8]) throws(WireError) -> [UInt8] {
            guard let reply else { throw .malformed("a reply to \(name), which is not answered") }
            return try reply(body)
        }
    }

    /// Every message of the protocol, each once.
    package static let all: [Entry] = [
        request(BrokerInterface.Greet.self, "BrokerInterface.Greet"),
        request(BrokerInterface.Install.self, "BrokerInterface.Install"),
        request(BrokerInterface.Uninstall.self, "BrokerInterface.Uninstall"),
        request(BrokerInterface.List.self, "BrokerInterface.List"),
        request(BrokerInterface.Find.self, "BrokerInterface.Find"),
        request(BrokerInterface.Open.self, "BrokerInterface.Open"),
        event(BrokerInterface.Close.self, "BrokerInterface.Close"),
        event(BrokerInterface.Answered.self, "BrokerInterface.Answered"),
        event(BrokerInterface.Died.self, "BrokerInterface.Died"),
        request(BrokerInterface.Processes.self, "BrokerInterface.Processes"),
        request(BrokerInterface.Walls.self, "BrokerInterface.Walls"),
        request(BrokerInterface.Match.self, "BrokerInterface.Match"),
        request(BrokerInterface.Watch.self, "BrokerInterface.Watch"),
        request(BrokerInterface.Elect.self, "BrokerInterface.Elect"),
        request(BrokerInterface.Grant.self, "BrokerInterface.Grant"),
        request(BrokerInterface.Abandon.self, "BrokerInterface.Abandon"),
        request(BrokerInterface.Enforcement.self, "BrokerInterface.Enforcement"),
        request(BrokerInterface.Park.self, "BrokerInterface.Park"),
        event(BrokerInterface.Use.self, "BrokerInterface.Use"),
        request(BrokerInterface.Inject.self, "BrokerInterface.Inject"),
        request(BrokerInterface.Metrics.self, "BrokerInterface.Metrics"),
        request(BrokerInterface.OpenDecoder.self, "BrokerInterface.OpenDecoder"),
        event(ControlInterface.OpenSession.self, "ControlInterface.OpenSession"),
        request(ControlInterface.WillSuspend.self, "ControlInterface.WillSuspend"),
        request(ControlInterface.Expire.self, "ControlInterface.Expire"),
        event(ControlInterface.MemoryWarning.self, "ControlInterface.MemoryWarning"),
        event(SessionInterface.Begin.self, "SessionInterface.Begin"),
        event(SessionInterface.Began.self, "SessionInterface.Began"),
        request(SessionInterface.Complete.self, "SessionInterface.Complete"),
        request(SessionInterface.Cancel.self, "SessionInterface.Cancel"),
        request(SessionInterface.Load.self, "SessionInterface.Load"),
        event(SessionInterface.LoadProgress.self, "SessionInterface.LoadProgress"),
        event(SessionInterface.Memory.self, "SessionInterface.Memory"),
        event(SessionInterface.Release.self, "SessionInterface.Release"),
        event(SessionInterface.HostChanged.self, "SessionInterface.HostChanged"),
        event(ViewInterface.TraitsChanged.self, "ViewInterface.TraitsChanged"),
        event(ViewInterface.Input.self, "ViewInterface.Input"),
        event(ViewInterface.Presented.self, "ViewInterface.Presented"),
        request(ViewInterface.Dismiss.self, "ViewInterface.Dismiss"),
        request(ViewInterface.PerformUpdate.self, "ViewInterface.PerformUpdate"),
        event(ViewInterface.Update.self, "ViewInterface.Update"),
        event(ViewInterface.Image.self, "ViewInterface.Image"),
        event(ViewInterface.ReleaseImages.self, "ViewInterface.ReleaseImages"),
        request(DecoderInterface.Status.self, "DecoderInterface.Status"),
        request(DecoderInterface.Header.self, "DecoderInterface.Header"),
        request(DecoderInterface.Render.self, "DecoderInterface.Render"),
        request(DecoderInterface.OpenArchive.self, "DecoderInterface.OpenArchive"),
        request(DecoderInterface.NextEntry.self, "DecoderInterface.NextEntry"),
        request(DecoderInterface.ReadEntry.self, "DecoderInterface.ReadEntry"),
        event(DecoderInterface.CloseArchive.self, "DecoderInterface.CloseArchive"),
    ]

    private static func event<Message: WireMessage>(_ type: Message.Type, _ name: String) -> Entry {
        Entry(code: type.code, name: name, message: rewriting(type), reply: nil)
    }

    private static func request<Message: WireRequest>(_ type: Message.Type, _ name: String) -> Entry {
        Entry(code: type.code, name: name, message: rewriting(type), reply: rewriting(Message.Reply.self))
    }

    private static func rewriting<Value: WireValue & Sendable>(
        _ type: Value.Type
    ) -> @Sendable ([UInt8]) throws(WireError) -> [UInt8] {
        { (body) throws(WireError) in try Value(wireBytes: body).wireBytes() }
    }
}
