package import AppexModel
package import AppexWire

/// One installed copy of an extension, as the broker describes it to its clients. Its texts come from the bundle of
/// somebody else's app: escape them before they are shown.
package struct ExtensionRecord: WireRecord, Sendable, Hashable {
    /// The bundle identifier.
    package var identifier: String
    /// The name to show to people.
    package var displayName: String
    /// The version to show to people; empty if the bundle has none.
    package var version: String
    /// The version of the build; empty if the bundle has none.
    package var build: String
    /// The identifier of the extension point.
    package var point: String
    /// The bundle identifier of the app that contains it.
    package var application: String
    /// The display name of the app that contains it.
    package var applicationName: String
    /// The absolute path of this copy's bundle.
    package var bundlePath: String
    /// Whether hosts are offered this copy and, if not, why.
    package var standing: Standing
    /// What the user has chosen for its identifier.
    package var election: Election
    /// The oldest system version that it runs on; empty if the bundle does not say.
    package var minimumSystem: String

    /// Creates a record.
    package init(
        identifier: String, displayName: String, version: String, build: String = "", point: String,
        application: String, applicationName: String, bundlePath: String, standing: Standing = .offered,
        election: Election = .default, minimumSystem: String = ""
    ) {
        self.identifier = identifier
        self.displayName = displayName
        self.version = version
        self.build = build
        self.point = point
        self.application = application
        self.applicationName = applicationName
        self.bundlePath = bundlePath
        self.standing = standing
        self.election = election
        self.minimumSystem = minimumSystem
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        identifier = try field(\.identifier, .string)
        displayName = try field(\.displayName, .string)
        version = try field(\.version, .string)
        build = try field(\.build, .string)
        point = try field(\.point, .string)
        application = try field(\.application, .string)
        applicationName = try field(\.applicationName, .string)
        bundlePath = try field(\.bundlePath, .path)
        standing = try field(\.standing, .word())
        election = try field(\.election, .word())
        minimumSystem = try field(\.minimumSystem, .string)
    }
}

/// An installed app with its extensions. Its texts come from the app's bundle: escape them before they are shown.
package struct ApplicationRecord: WireRecord, Sendable, Equatable {
    /// The bundle identifier.
    package var identifier: String
    /// The name to show to people.
    package var displayName: String
    /// The version to show to people; empty if the bundle has none.
    package var version: String
    /// The absolute path of the installed bundle.
    package var bundlePath: String
    /// The name of who has signed the app; empty if nobody has.
    package var signer: String
    /// The team of the signer; empty if nobody has signed the app.
    package var team: String
    /// The app's extensions.
    package var extensions: [ExtensionRecord]

    /// Creates a record.
    package init(
        identifier: String, displayName: String, version: String, bundlePath: String, signer: String = "",
        team: String = "",
        extensions: [ExtensionRecord]
    ) {
        self.identifier = identifier
        self.displayName = displayName
        self.version = version
        self.bundlePath = bundlePath
        self.signer = signer
        self.team = team
        self.extensions = extensions
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        identifier = try field(\.identifier, .string)
        displayName = try field(\.displayName, .string)
        version = try field(\.version, .string)
        bundlePath = try field(\.bundlePath, .path)
        signer = try field(\.signer, .string)
        team = try field(\.team, .string)
        extensions = try field(\.extensions, .list(of: .value(ExtensionRecord.self)))
    }
}

/// One process of the device.
package struct ProcessRecord: WireRecord, Sendable, Equatable {
    /// What a process is for.
    package enum Role: UInt8, Sendable, CaseIterable {
        case broker, launcher, initProcess, appExtension
        /// A client's helper that reads pictures and archives.
        case decoder
        /// A process that has loaded a shared runtime and does not know its extension yet.
        case runtime
    }

    /// What the process is for.
    package var role: Role
    /// The process identifier outside every namespace; 0 while the launcher has not yet reported it.
    package var pid: Int32
    /// The process identifier of its parent outside every namespace.
    package var parent: Int32
    /// The bundle identifier of the extension; empty for broker and launcher.
    package var identifier: String
    /// The number of open sessions.
    package var sessions: UInt32
    /// The number of those sessions that wait for an answer.
    package var requests: UInt32
    /// The number of clients that opened those sessions.
    package var hosts: UInt32
    /// "starting", "running", "parked", "quiescing", "frozen", "ending", or of a ``Role/runtime`` "waiting"; `Documentation/LifeCycle.md` describes them.
    package var state: String
    /// Milliseconds since the process was started.
    package var age: UInt64
    /// Bytes of memory that belong to this process alone, without shared pages; 0 while unknown.
    package var memory: UInt64
    /// Microseconds of processor time since the process was started; 0 while unknown.
    package var processorTime: UInt64
    /// What an extension or app was granted beyond its own container: "network", and the identifiers of its groups.
    package var grants: [String] = []

    /// Creates a record.
    package init(
        role: Role, pid: Int32, parent: Int32, identifier: String = "", sessions: UInt32 = 0, requests: UInt32 = 0,
        hosts: UInt32 = 0, state: String, age: UInt64, memory: UInt64 = 0, processorTime: UInt64 = 0
    ) {
        self.role = role
        self.pid = pid
        self.parent = parent
        self.identifier = identifier
        self.sessions = sessions
        self.requests = requests
        self.hosts = hosts
        self.state = state
        self.age = age
        self.memory = memory
        self.processorTime = processorTime
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        role = try field(\.role, .choice("process role"))
        pid = try field(\.pid, .i32)
        parent = try field(\.parent, .i32)
        identifier = try field(\.identifier, .string)
        sessions = try field(\.sessions, .u32)
        requests = try field(\.requests, .u32)
        hosts = try field(\.hosts, .u32)
        state = try field(\.state, .string)
        age = try field(\.age, .u64)
        memory = try field(\.memory, .u64)
        processorTime = try field(\.processorTime, .u64)
        grants = try field(\.grants, .list(of: .string))
    }
}

/// One layer of the sandbox, or one means of enforcing limits, on this machine.
package struct CheckRecord: WireRecord, Sendable, Equatable {
    /// The name to show to people.
    package var name: String
    /// Whether the layer works on this machine.
    package var stands: Bool
    /// What the layer keeps out or, if it does not work, why.
    package var detail: String

    /// Creates a record.
    package init(name: String, stands: Bool, detail: String) {
        self.name = name
        self.stands = stands
        self.detail = detail
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        name = try field(\.name, .string)
        stands = try field(\.stands, .boolean)
        detail = try field(\.detail, .string)
    }
}
