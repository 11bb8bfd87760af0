package import AppexWire

extension BrokerInterface {
    /// Asks for a socket for the messages of ``CoordinationInterface``. The reply carries one descriptor.
    ///
    /// - Direction: client to broker. The client keeps this connection open for as long as it uses the socket, and uses
    ///   the newest one only: what was claimed on an earlier one ends.
    package struct OpenCoordination: WireRequest, EmptyRecord {
        /// An empty reply.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x122

        /// Creates the request, which has no fields.
        package init() {}
    }

    /// Lists the claims and the presenters of all processes.
    ///
    /// - Direction: client to broker.
    package struct Coordination: WireRequest, EmptyRecord {
        /// Claims in the order in which they were made, then presenters; at most `WireLimits.listElements`.
        package typealias Reply = WireList<CoordinationRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x123

        /// Creates the request, which has no fields.
        package init() {}
    }
}

/// A claim or a presenter, for people.
package struct CoordinationRecord: WireRecord, Sendable, Equatable {
    /// What the process does.
    package enum Activity: UInt8, Sendable, CaseIterable {
        /// It accesses the items.
        case holds
        /// It waits for the claims of others.
        case waits
        /// It waits until the presenters of the items are prepared.
        case prepares
        /// It presents the item.
        case presents
    }

    /// What the process does.
    package var activity: Activity
    /// The bundle identifier of the extension or app, or the name of the program's process.
    package var process: String
    /// The process; 0 if it is unknown.
    package var pid: Int32
    /// Whether the process is suspended.
    package var isSuspended: Bool
    /// The kind of access and its path, one for each item.
    package var items: [Item]
    /// For how long, in milliseconds; 0 for a presenter.
    package var age: UInt64
    /// What is waited for, as the names of processes; empty unless it waits or prepares.
    package var waitsFor: [String]

    /// One item of a claim.
    package struct Item: WireRecord, Sendable, Equatable {
        /// The path.
        package var path: String
        /// Whether it is written to.
        package var isWriting: Bool
        /// The raw value of the options.
        package var options: UInt8

        /// Creates an item.
        package init(path: String, isWriting: Bool, options: UInt8) {
            self.path = path
            self.isWriting = isWriting
            self.options = options
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            path = try field(\.path, .string)
            isWriting = try field(\.isWriting, .boolean)
            options = try field(\.options, .u8)
        }
    }

    /// Creates a record.
    package init(
        activity: Activity, process: String, pid: Int32, isSuspended: Bool, items: [Item], age: UInt64,
        waitsFor: [String]
    ) {
        self.activity = activity
        self.process = process
        self.pid = pid
        self.isSuspended = isSuspended
        self.items = items
        self.age = age
        self.waitsFor = waitsFor
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        activity = try field(\.activity, .choice("an activity"))
        process = try field(\.process, .string)
        pid = try field(\.pid, .i32)
        isSuspended = try field(\.isSuspended, .boolean)
        items = try field(\.items, .list(of: .value(Item.self)))
        age = try field(\.age, .u64)
        waitsFor = try field(\.waitsFor, .list(of: .string))
    }
}

extension ControlInterface {
    /// The socket on which an extension coordinates its access to files; see ``CoordinationInterface``. The event carries
    /// one descriptor.
    ///
    /// - Direction: broker to extension, once, before the first ``OpenSession``.
    package struct OpenCoordination: WireMessage, EmptyRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x204

        /// Creates the event, to be sent with the descriptor.
        package init() {}
    }
}
