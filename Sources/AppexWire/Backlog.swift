import AppexSystem

/// Packets that wait until the peer has room, in order, within the limits.
struct Backlog {
    struct Entry {
        let packet: [UInt8]
        let descriptors: DescriptorBag?

        var descriptorCount: Int { descriptors?.count ?? 0 }
        var cost: Int { packet.count + WireLimits.backlogOverhead }
    }

    /// The first `head` places are empty. Closing the gap only now and then keeps each removal cheap
    /// when tens of thousands wait.
    private var entries: [Entry?] = []
    private var head = 0
    private var bytes = 0
    private var descriptors = 0

    var isEmpty: Bool { head == entries.count }
    var first: Entry? { isEmpty ? nil : entries[head] }

    /// - Throws: ``WireError/tooLarge(_:limit:)`` when so much is waiting that the peer must count as gone.
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
        guard let entry = first else { return }
        bytes -= entry.cost
        descriptors -= entry.descriptorCount
        entries[head] = nil
        head += 1
        if head * 2 > entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }
}
