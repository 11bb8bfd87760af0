package import AppexModel
package import AppexWire

/// One installed copy of an extension, as the broker describes it to its clients.
package struct ExtensionRecord: WireValue, Sendable, Hashable {
    package var identifier: String
    package var displayName: String
    /// The version shown to people.
    package var version: String
    /// The version of the build.
    package var build: String
    package var point: String
    package var application: String
    package var applicationName: String
    package var bundlePath: String
    /// Whether hosts are offered it.
    package var standing: Standing
    /// What the user has said about its identifier.
    package var election: Election
    /// The oldest system that it runs on; empty when it does not say.
    package var minimumSystem: String

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

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        for text in [
            identifier, displayName, version, build, point, application, applicationName, bundlePath,
            standing.rawValue, election.rawValue, minimumSystem,
        ] {
            try encoder.string(text)
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        identifier = try decoder.string()
        displayName = try decoder.string()
        version = try decoder.string()
        build = try decoder.string()
        point = try decoder.string()
        application = try decoder.string()
        applicationName = try decoder.string()
        bundlePath = try decoder.string()
        standing = try decoder.word()
        election = try decoder.word()
        minimumSystem = try decoder.string()
    }
}

extension WireDecoder {
    /// One of the words that a value can be.
    mutating func word<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) throws(WireError) -> Word {
        let text = try string()
        guard let word = Word(rawValue: text) else { throw .malformed("\(Word.self) \(text.prefix(40))") }
        return word
    }
}

/// An installed app with its extensions.
package struct ApplicationRecord: WireValue, Sendable, Equatable {
    package var identifier: String
    package var displayName: String
    package var version: String
    package var bundlePath: String
    package var extensions: [ExtensionRecord]

    package init(
        identifier: String, displayName: String, version: String, bundlePath: String, extensions: [ExtensionRecord]
    ) {
        self.identifier = identifier
        self.displayName = displayName
        self.version = version
        self.bundlePath = bundlePath
        self.extensions = extensions
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        for text in [identifier, displayName, version, bundlePath] { try encoder.string(text) }
        try encoder.list(extensions) { (encoder, value) throws(WireError) in try encoder.value(value) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        identifier = try decoder.string()
        displayName = try decoder.string()
        version = try decoder.string()
        bundlePath = try decoder.string()
        extensions = try decoder.list { (decoder) throws(WireError) in try ExtensionRecord(from: &decoder) }
    }
}

/// A process that takes part in the device's work.
package struct ProcessRecord: WireValue, Sendable, Equatable {
    package enum Role: UInt8, Sendable, CaseIterable {
        case broker, launcher, initProcess, appExtension
        /// A client's helper that reads pictures and archives.
        case decoder
    }

    package var role: Role
    /// As seen from outside every namespace; 0 while the launcher has not yet said.
    package var pid: Int32
    package var parent: Int32
    /// The extension's identifier; empty for broker and launcher.
    package var identifier: String
    /// Open sessions.
    package var sessions: UInt32
    /// Those of them that wait for an answer.
    package var requests: UInt32
    /// The clients that have opened them.
    package var hosts: UInt32
    /// "starting", "running", "settling", "frozen" or "ending"; see `Documentation/LifeCycle.md`.
    package var state: String
    /// Milliseconds since it was started.
    package var age: UInt64
    /// Bytes of memory that are its own, shared pages not included; 0 while it is not known.
    package var memory: UInt64
    /// Microseconds of processor time in its life; 0 while it is not known.
    package var processorTime: UInt64

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

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(role.rawValue)
        encoder.integer(pid)
        encoder.integer(parent)
        try encoder.string(identifier)
        for count in [sessions, requests, hosts] { encoder.integer(count) }
        try encoder.string(state)
        for amount in [age, memory, processorTime] { encoder.integer(amount) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        let raw = try decoder.integer(UInt8.self)
        guard let role = Role(rawValue: raw) else { throw .malformed("process role \(raw)") }
        self.role = role
        pid = try decoder.integer()
        parent = try decoder.integer()
        identifier = try decoder.string()
        sessions = try decoder.integer()
        requests = try decoder.integer()
        hosts = try decoder.integer()
        state = try decoder.string()
        age = try decoder.integer()
        memory = try decoder.integer()
        processorTime = try decoder.integer()
    }
}

/// One wall of the sandbox on this machine.
package struct WallRecord: WireValue, Sendable, Equatable {
    package var name: String
    package var stands: Bool
    /// What it keeps out, or why it does not stand.
    package var detail: String

    package init(name: String, stands: Bool, detail: String) {
        self.name = name
        self.stands = stands
        self.detail = detail
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(name)
        encoder.boolean(stands)
        try encoder.string(detail)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        name = try decoder.string()
        stands = try decoder.boolean()
        detail = try decoder.string()
    }
}
