/// The limits of warm processes, which hosts start before they need them.
///
/// Each uses the memory of a process, so a warm process that is not used soon is ended, the oldest one first.
package struct ParkingLimits: Sendable, Hashable {
    /// How long a warm process waits for a request: about as long as a user takes to choose from a list.
    package var time: Duration = .seconds(30)
    /// The maximum number for one host. A share sheet shows about as many extensions without scrolling.
    package var perHost = 4
    /// The maximum number for a device, of all hosts together.
    package var perDevice = 16
    /// The memory pressure at which all warm processes are ended: the share of the last ten seconds, in percent, in which
    /// some process of the machine has waited for memory.
    package var memoryPressure = 10.0
    /// The share of the machine's memory, in percent, that must be available for warm processes.
    package var availableMemory = 5.0

    /// The default limits.
    package init() {}
}
