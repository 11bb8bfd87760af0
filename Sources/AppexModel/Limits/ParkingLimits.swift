/// How many extensions hosts may have started ahead of need, and for how long they wait.
///
/// Each costs a process with its memory, so that what is not used soon is given up, the oldest first.
package struct ParkingLimits: Sendable, Hashable {
    /// How long one waits for its host: as long as a user looks at a list and makes up his mind.
    package var time: Duration = .seconds(30)
    /// How many one host may have. A share sheet shows about as many before its user scrolls.
    package var perHost = 4
    /// How many a device may have, all hosts together.
    package var perDevice = 16
    /// The share of time, in percent, for which something has had to wait for memory in the last ten seconds, from
    /// which on nothing is kept ahead of need.
    package var memoryPressure = 10.0
    /// The share of the machine's memory, in percent, that has to be available.
    package var availableMemory = 5.0

    package init() {}
}
