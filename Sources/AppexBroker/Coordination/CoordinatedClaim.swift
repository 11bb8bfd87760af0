import AppexProtocol
import AppexSystem

/// A process's claim of some items.
struct CoordinatedClaim: Sendable {
    /// One of the items.
    struct Access: Sendable {
        var path: ItemPath
        /// What is claimed: the item, or the file package that contains it.
        var scope: ItemPath
        let isWriting: Bool
        let options: UInt8
        /// Whether the item has been moved during the access.
        var isMoved = false

        /// Whether the items inside of this one are claimed too.
        var isDeep: Bool { isWriting && options & (Self.deleting | Self.moving | Self.replacing) != 0 }
        /// Whether presenters are told that the item is about to be deleted.
        var deletes: Bool { isWriting && options & (Self.deleting | Self.replacing) != 0 }
        /// Whether the item keeps its old path when it is moved while the claim waits.
        var keepsPath: Bool { isWriting && options & Self.replacing != 0 }
        /// Whether presenters have to give up the item before the access.
        var concernsContent: Bool {
            isWriting ? options & Self.metadataForWriting == 0 : options & Self.metadataForReading == 0
        }
        /// Whether presenters have to save their changes before the access.
        var needsSaving: Bool { isWriting ? options & Self.merging != 0 : options & Self.withoutChanges == 0 }

        // The raw values of NSFileCoordinator's options.
        static let deleting: UInt8 = 1
        static let moving: UInt8 = 2
        static let merging: UInt8 = 4
        static let replacing: UInt8 = 8
        static let metadataForWriting: UInt8 = 16
        static let withoutChanges: UInt8 = 1
        static let metadataForReading: UInt8 = 4
    }

    /// How far the claim has come.
    enum Phase: Sendable, Equatable {
        /// It waits for the claims of others.
        case waiting
        /// It waits until the presenters in some processes are prepared.
        case preparing(Set<PeerNumber>)
        /// The presenters are prepared. It waits for what they still access themselves.
        case prepared
        /// The process accesses the items.
        case granted
    }

    let peer: PeerNumber
    /// The process's own number of the claim.
    let number: UInt64
    let purpose: Purpose
    /// Identifies a chain of nested accesses: an access and the accesses that its accessor makes have the same number.
    /// 0 for a claim that belongs to no chain.
    let chain: UInt64
    let since = ContinuousClock.now
    var accesses: [Access]
    /// Whether the last broker has granted the claim.
    var isAgain = false
    var phase = Phase.waiting
    /// The claim that blocks this one, as last determined.
    var obstacle: ClaimNumber?
    /// What presenters have been asked to do, by process.
    var prepared: [PeerNumber: [UInt64: CoordinationInterface.Question]] = [:]
    /// Their purposes: claims of these presenters go first while they prepare.
    var preparing: Set<Purpose> = []

    /// Bytes of the paths, and of what is kept beside each.
    var pathBytes: Int { accesses.reduce(0) { $0 + $1.path.count + $1.scope.count + Self.accessBytes } }

    /// Bytes that an access takes up beside its paths, approximately.
    private static let accessBytes = 64
}
