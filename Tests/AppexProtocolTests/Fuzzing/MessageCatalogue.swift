import AppexProtocol
import AppexWire

/// All messages of the protocol, for tests that cover every one.
enum MessageCatalogue {
    /// A message and its reply.
    struct Entry: Sendable {
        /// The type of the message.
        let message: any WireMessage.Type
        /// The type of the reply; nil for an event, which is not answered.
        let reply: (any (WireValue & Sendable).Type)?

        /// The entry of an event.
        init(event: any WireMessage.Type) {
            message = event
            reply = nil
        }

        /// The entry of a request.
        init<Request: WireRequest>(request: Request.Type) {
            message = request
            reply = Request.Reply.self
        }

        /// The message code on the wire.
        var code: UInt16 { message.code }

        /// The name of the type, such as `BrokerInterface.Open`.
        var name: String { "\(String(reflecting: message).drop { $0 != "." }.dropFirst())" }

        /// Decodes the body of a message and encodes it again.
        ///
        /// - Throws: `WireError` if the body is malformed or exceeds a bound.
        func rewrite(message body: [UInt8]) throws(WireError) -> [UInt8] {
            try message.init(wireBytes: body).wireBytes()
        }

        /// Decodes the body of a reply and encodes it again.
        ///
        /// - Throws: `WireError` if the body is malformed or exceeds a bound, or if the message is an event.
        func rewrite(reply body: [UInt8]) throws(WireError) -> [UInt8] {
            guard let reply else { throw .malformed("a reply to \(name), which is not answered") }
            return try reply.init(wireBytes: body).wireBytes()
        }
    }

    /// Every message of the protocol, each once.
    static let all = [
        Entry(request: BrokerInterface.Greet.self),
        Entry(request: BrokerInterface.Install.self),
        Entry(request: BrokerInterface.Uninstall.self),
        Entry(request: BrokerInterface.List.self),
        Entry(request: BrokerInterface.Find.self),
        Entry(request: BrokerInterface.Open.self),
        Entry(event: BrokerInterface.Close.self),
        Entry(event: BrokerInterface.Answered.self),
        Entry(event: BrokerInterface.Died.self),
        Entry(request: BrokerInterface.Processes.self),
        Entry(request: BrokerInterface.Layers.self),
        Entry(request: BrokerInterface.Match.self),
        Entry(request: BrokerInterface.Watch.self),
        Entry(request: BrokerInterface.Elect.self),
        Entry(request: BrokerInterface.Grant.self),
        Entry(request: BrokerInterface.Abandon.self),
        Entry(request: BrokerInterface.Enforcement.self),
        Entry(request: BrokerInterface.Park.self),
        Entry(event: BrokerInterface.Use.self),
        Entry(request: BrokerInterface.Inject.self),
        Entry(request: BrokerInterface.Metrics.self),
        Entry(request: BrokerInterface.OpenDecoder.self),
        Entry(request: BrokerInterface.OpenCoordination.self),
        Entry(request: BrokerInterface.Coordination.self),
        Entry(event: ControlInterface.OpenSession.self),
        Entry(event: ControlInterface.OpenCoordination.self),
        Entry(request: ControlInterface.WillSuspend.self),
        Entry(request: ControlInterface.Expire.self),
        Entry(event: ControlInterface.MemoryWarning.self),
        Entry(event: SessionInterface.Begin.self),
        Entry(event: SessionInterface.Ready.self),
        Entry(request: SessionInterface.Complete.self),
        Entry(request: SessionInterface.Cancel.self),
        Entry(request: SessionInterface.Load.self),
        Entry(event: SessionInterface.LoadProgress.self),
        Entry(event: SessionInterface.Memory.self),
        Entry(event: SessionInterface.Release.self),
        Entry(event: SessionInterface.HostChanged.self),
        Entry(request: SessionInterface.OpenURL.self),
        Entry(request: SessionInterface.Share.self),
        Entry(event: ViewInterface.TraitsChanged.self),
        Entry(event: ViewInterface.Input.self),
        Entry(event: ViewInterface.Presented.self),
        Entry(request: ViewInterface.Dismiss.self),
        Entry(request: ViewInterface.PerformUpdate.self),
        Entry(request: PhotoInterface.CanHandle.self), Entry(request: PhotoInterface.Start.self),
        Entry(request: PhotoInterface.Finish.self), Entry(request: PhotoInterface.ConfirmCancel.self),
        Entry(request: PhotoInterface.End.self),
        Entry(event: ViewInterface.Update.self),
        Entry(event: ViewInterface.Image.self),
        Entry(event: ViewInterface.ReleaseImages.self),
        Entry(request: DecoderInterface.Status.self),
        Entry(request: DecoderInterface.Header.self),
        Entry(request: DecoderInterface.Render.self),
        Entry(request: DecoderInterface.OpenArchive.self),
        Entry(request: DecoderInterface.NextEntry.self),
        Entry(request: DecoderInterface.ReadEntry.self),
        Entry(event: DecoderInterface.CloseArchive.self),
        Entry(request: CoordinationInterface.Claim.self),
        Entry(event: CoordinationInterface.Release.self),
        Entry(event: CoordinationInterface.Moved.self),
        Entry(request: CoordinationInterface.Present.self),
        Entry(event: CoordinationInterface.Withdraw.self),
        Entry(request: CoordinationInterface.Prepare.self),
        Entry(event: CoordinationInterface.Notify.self),
        Entry(event: CoordinationInterface.Reacquire.self),
        Entry(event: CoordinationInterface.Lost.self),
    ]
}
