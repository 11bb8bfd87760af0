package import AppexWire

/// The messages by which a program or an extension coordinates its access to files, on a socket of its own that the
/// broker has made for it. The socket is the identity of the process; no message says who the sender is.
///
/// The broker trusts nothing that a process sends. A process claims paths, and a claim only affects those who claim or
/// present the same paths: the broker opens none of the files. An extension can claim and present what is in the
/// containers of its groups; all other paths are its own. What a process holds ends with its socket.
///
/// Descriptors are not taken from either end. Bodies that are larger than a frame travel in pieces.
package enum CoordinationInterface {
    /// Bytes of a path, as the kernel limits them.
    package static let pathBytes = 4096
    /// Bytes of a purpose identifier.
    package static let purposeBytes = 128
    /// Items of one claim.
    package static let itemLimit = 1024
    /// Bytes of the paths that one process claims: a batch of a thousand files.
    package static let claimedBytes = 512 << 10
    /// Bytes of a message to the broker: room for the largest claim.
    package static let bodyBytes = 1 << 20

    /// Claims some items, for reading or writing. The reply comes when no other process has a conflicting claim and the presenters
    /// of the items are prepared.
    ///
    /// - Direction: process to broker. Cancelling the request withdraws the claim. Failures: ``FailureCode/refused`` if
    ///   the process may not access an item in this way or has too many claims, and ``deadlock``.
    package struct Claim: WireRequest, WireRecord {
        /// The claim is granted, or a presenter has failed.
        package typealias Reply = Granted
        /// The message code on the wire.
        package static let code: UInt16 = 0x501
        /// The number of the claim, which the process chooses. Greater than that of its last claim.
        package var number: UInt64
        /// Claims with the same purpose identifier never wait for each other.
        package var purpose: String
        /// Identifies a chain of nested accesses: an access and the accesses that its accessor makes have the same number,
        /// by which deadlocks are found. 0 for a claim that belongs to no chain.
        package var chain: UInt64
        /// The items.
        package var accesses: [Access]
        /// Whether the last broker, which was killed, has granted the claim. Such a claim is refused unless the broker has
        /// just started and has granted no other ones.
        package var isAgain = false

        /// Creates a request.
        package init(number: UInt64, purpose: String, chain: UInt64, accesses: [Access]) {
            self.number = number
            self.purpose = purpose
            self.chain = chain
            self.accesses = accesses
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            number = try field(\.number, .u64)
            purpose = try field(\.purpose, .string(atMost: purposeBytes, "a purpose identifier"))
            chain = try field(\.chain, .u64)
            accesses = try field(\.accesses, .list(of: .value(Access.self), atMost: itemLimit, "the items of a claim"))
            isAgain = try field(\.isAgain, .boolean)
        }
    }

    /// How an item is accessed.
    package struct Access: WireRecord, Sendable, Equatable {
        /// The absolute path of the item.
        package var path: String
        /// The path of the outermost file package that contains the item, which is claimed as a whole; otherwise `path`.
        package var package: String
        /// Whether the item is written to.
        package var isWriting: Bool
        /// The raw value of the options for reading or writing.
        package var options: UInt8

        /// Creates an access.
        package init(path: String, package: String, isWriting: Bool, options: UInt8) {
            self.path = path
            self.package = package
            self.isWriting = isWriting
            self.options = options
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            path = try field(\.path, .path(atMost: pathBytes))
            package = try field(\.package, .path(atMost: pathBytes))
            isWriting = try field(\.isWriting, .boolean)
            options = try field(\.options, .u8)
        }
    }

    /// The reply to ``Claim``.
    package struct Granted: WireRecord, Sendable, Equatable {
        /// The paths of the items, which may have been moved since they were claimed.
        package var paths: [String]
        /// The error of a presenter that could not prepare, because of which the claim is not granted.
        package var error: ErrorDescription?

        /// Creates a reply.
        package init(paths: [String], error: ErrorDescription? = nil) {
            self.paths = paths
            self.error = error
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            paths = try field(\.paths, .list(of: .path(atMost: pathBytes), atMost: itemLimit, "paths"))
            error = try field(\.error, .optional(.value(ErrorDescription.self)))
        }
    }

    /// What has become of an item during an access.
    package enum Change: UInt8, Sendable, CaseIterable {
        /// It was only read.
        case none
        /// It may have been changed.
        case changed
        /// It was created.
        case appeared
        /// It is no longer there.
        case vanished
    }

    /// The access is over.
    ///
    /// - Direction: process to broker, once for each claim that was granted. An unknown number is ignored.
    package struct Release: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x502
        /// The number of the claim.
        package var number: UInt64
        /// What has become of the items, in the order of the claim.
        package var changes: [Change]

        /// Creates the event.
        package init(number: UInt64, changes: [Change]) {
            self.number = number
            self.changes = changes
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            number = try field(\.number, .u64)
            changes = try field(\.changes, .list(of: .choice("a change"), atMost: itemLimit, "changes"))
        }
    }

    /// An item has been moved or renamed by the holder of a claim for writing that contains it.
    ///
    /// - Direction: process to broker. A move of anything else is ignored.
    package struct Moved: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x503
        /// The number of the claim.
        package var number: UInt64
        /// The absolute path that the item had.
        package var from: String
        /// The absolute path that it has now.
        package var to: String

        /// Creates the event.
        package init(number: UInt64, from: String, to: String) {
            self.number = number
            self.from = from
            self.to = to
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            number = try field(\.number, .u64)
            from = try field(\.from, .path(atMost: pathBytes))
            to = try field(\.to, .path(atMost: pathBytes))
        }
    }

    /// A process presents an item from now on, or presents another item with a presenter that it has already named.
    ///
    /// - Direction: process to broker. ``FailureCode/refused`` if it has too many presenters.
    package struct Present: WireRequest, WireRecord {
        /// An empty reply: every later change is told.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x504
        /// The number of the presenter, which the process chooses.
        package var presenter: UInt64
        /// Claims with this purpose identifier are those of the presenter itself, which is not told of them.
        package var purpose: String
        /// The absolute path of the item; nil if the presenter does not have an item yet.
        package var path: String?
        /// How long the presenter may take to prepare for an access, in milliseconds.
        package var limit: UInt32

        /// Creates a request.
        package init(presenter: UInt64, purpose: String, path: String?, limit: UInt32) {
            self.presenter = presenter
            self.purpose = purpose
            self.path = path
            self.limit = limit
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            presenter = try field(\.presenter, .u64)
            purpose = try field(\.purpose, .string(atMost: purposeBytes, "a purpose identifier"))
            path = try field(\.path, .optional(.path(atMost: pathBytes)))
            limit = try field(\.limit, .u32)
        }
    }

    /// A presenter is gone.
    ///
    /// - Direction: process to broker. An unknown number is ignored.
    package struct Withdraw: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x505
        /// The number of the presenter.
        package var presenter: UInt64

        /// Creates the event.
        package init(presenter: UInt64) { self.presenter = presenter }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            presenter = try field(\.presenter, .u64)
        }
    }

    /// The code of the failure of a claim that would wait for itself.
    package static let deadlock = "deadlock"
}
