extension BrokerInterface {
    /// The codes of the events and requests that a client sends to the broker.
    package static let toBroker: Set<UInt16> = [
        Greet.code, Install.code, Uninstall.code, List.code, Find.code, Open.code, Close.code, Processes.code,
        Layers.code,
        Answered.code, Match.code, Watch.code, Elect.code, Grant.code, Abandon.code, Enforcement.code, Park.code,
        Use.code,
        Inject.code, Metrics.code, OpenDecoder.code, OpenCoordination.code, Coordination.code,
    ]
}
