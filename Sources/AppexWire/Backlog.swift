import AppexSystem

/// The packets that wait until the peer's socket has room, in order and within the limits of ``WireLimits``.
struct Backlog {
    struct Entry {
        let packet: [UInt8]
        let descriptors: DescriptorBag?

        var descriptorCount: Int { descriptors?.count ?? 0 }
        var cost: Int { packet.count + WireLimits.backlogOverhead }
    }

    private var entries = Queue<Entry>()
    private var bytes = 0
    private var descriptors = 0

    var isEmpty: Bool { entries.isEmpty }
    var first: Entry? { entries.first }

    /// Appends a packet.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the backlog exceeds its limits; the peer then counts as gone.
    mutating func append(_ entry: Entry) throws(WireError) {
        guard bytes + entry.cost <= WireLimits.backlogBytes else {
            throw .tooLarge("what waits for a peer that does not read", limit: WireLimits.backlogBytes)
        }
        guard descriptors + entry.descriptorCount <= WireLimits.backlogDescriptors else {
            throw .tooLarge("the descriptors for a peer that does not read", limit: WireLimits.backlogDescriptors)
        }
        bytes += entry.cost
        descriptors += entry.descriptorCount
        entries.append(entry)
    }

    mutating func removeFirst() {
        guard let entry = entries.removeFirst() else { return }
        bytes -= entry.cost
        descriptors -= entry.descriptorCount
    }
}
