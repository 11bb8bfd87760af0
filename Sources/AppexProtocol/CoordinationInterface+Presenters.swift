package import AppexWire

/// What the broker sends to a process that presents items.
extension CoordinationInterface {
    /// Presenters of the process are to prepare for an access of another one.
    ///
    /// - Direction: broker to process. The process answers when all of them are prepared; the broker waits for the longest
    ///   limit of the presenters and a second more.
    package struct Prepare: WireRequest, WireRecord {
        /// What the presenters have answered.
        package typealias Reply = Prepared
        /// The message code on the wire.
        package static let code: UInt16 = 0x511
        /// The broker's number of the claim.
        package var claim: UInt64
        /// One question for each presenter.
        package var questions: [Question]

        /// Creates a request.
        package init(claim: UInt64, questions: [Question]) {
            self.claim = claim
            self.questions = questions
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            claim = try field(\.claim, .u64)
            questions = try field(\.questions, .list(of: .value(Question.self)))
        }
    }

    /// What a presenter is to do before an access.
    package struct Question: WireRecord, Sendable, Equatable {
        /// The number of the presenter.
        package var presenter: UInt64
        /// How long the presenter may take, in milliseconds.
        package var limit: UInt32
        /// Whether the item is given up.
        package var relinquishes: Bool
        /// Whether that is for a writer and not for a reader.
        package var isForWriter: Bool
        /// Whether unsaved changes are to be saved.
        package var saves: Bool
        /// Whether the item of the presenter is about to be deleted.
        package var deletesItem: Bool
        /// The path of an item in the presenter's folder that is about to be deleted.
        package var deletedSubitem: String?

        /// Creates a question.
        package init(
            presenter: UInt64, limit: UInt32, relinquishes: Bool = true, isForWriter: Bool, saves: Bool,
            deletesItem: Bool = false,
            deletedSubitem: String? = nil
        ) {
            self.presenter = presenter
            self.limit = limit
            self.relinquishes = relinquishes
            self.isForWriter = isForWriter
            self.saves = saves
            self.deletesItem = deletesItem
            self.deletedSubitem = deletedSubitem
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            presenter = try field(\.presenter, .u64)
            limit = try field(\.limit, .u32)
            relinquishes = try field(\.relinquishes, .boolean)
            isForWriter = try field(\.isForWriter, .boolean)
            saves = try field(\.saves, .boolean)
            deletesItem = try field(\.deletesItem, .boolean)
            deletedSubitem = try field(\.deletedSubitem, .optional(.path(atMost: pathBytes)))
        }

        /// Whether the presenter has something to do.
        package var asksSomething: Bool { relinquishes || saves || deletesItem || deletedSubitem != nil }
    }

    /// The reply to ``Prepare``.
    package struct Prepared: WireRecord, Sendable, Equatable {
        /// The presenters that were not prepared in time.
        package var overdue: [UInt64]
        /// The error of a presenter that could not prepare.
        package var error: ErrorDescription?

        /// Creates a reply.
        package init(overdue: [UInt64] = [], error: ErrorDescription? = nil) {
            self.overdue = overdue
            self.error = error
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            overdue = try field(\.overdue, .list(of: .u64))
            error = try field(\.error, .optional(.value(ErrorDescription.self)))
        }
    }

    /// Presenters of the process are told of changes.
    ///
    /// - Direction: broker to process.
    package struct Notify: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x512
        /// Who has made the changes.
        package var origin: Origin
        /// The changes.
        package var notices: [Notice]

        /// Creates the event.
        package init(origin: Origin, notices: [Notice]) {
            self.origin = origin
            self.notices = notices
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            origin = try field(\.origin, .value(Origin.self))
            notices = try field(\.notices, .list(of: .value(Notice.self)))
        }
    }

    /// Who has changed an item.
    package struct Origin: WireRecord, Sendable, Equatable {
        /// Whether it was the process that is told.
        package var isOwn: Bool
        /// The bundle identifier of the extension or app; nil for another program.
        package var identifier: String?
        /// The name of the program's process; the identifier of an extension or app.
        package var name: String
        /// The process as the broker's processes see it; 0 if it is unknown.
        package var pid: Int32

        /// Creates an origin.
        package init(isOwn: Bool, identifier: String?, name: String, pid: Int32) {
            self.isOwn = isOwn
            self.identifier = identifier
            self.name = name
            self.pid = pid
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            isOwn = try field(\.isOwn, .boolean)
            identifier = try field(\.identifier, .optional(.label(atMost: TextLimits.identifierBytes)))
            name = try field(\.name, .label(atMost: TextLimits.nameBytes))
            pid = try field(\.pid, .i32)
        }
    }

    /// One change of which a presenter is told.
    package struct Notice: WireRecord, Sendable, Equatable {
        /// What has happened.
        package enum Kind: UInt8, Sendable, CaseIterable {
            /// The item has been changed.
            case changed
            /// The item has been moved to `path`.
            case moved
            /// The item at `path`, in the presenter's folder, has been changed.
            case subitemChanged
            /// The item at `path` is new in the presenter's folder.
            case subitemAppeared
            /// The item at `path`, in the presenter's folder, has been moved to `newPath`.
            case subitemMoved
        }

        /// The number of the presenter.
        package var presenter: UInt64
        /// What has happened.
        package var kind: Kind
        /// A path; empty for ``Kind/changed``.
        package var path: String
        /// A path; empty except for ``Kind/subitemMoved``.
        package var newPath: String

        /// Creates notices.
        package init(presenter: UInt64, kind: Kind, path: String = "", newPath: String = "") {
            self.presenter = presenter
            self.kind = kind
            self.path = path
            self.newPath = newPath
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            presenter = try field(\.presenter, .u64)
            kind = try field(\.kind, .choice("notices"))
            path = try field(\.path, .path(atMost: pathBytes))
            newPath = try field(\.newPath, .path(atMost: pathBytes))
        }
    }

    /// An access is over for which presenters of the process have prepared.
    ///
    /// - Direction: broker to process, once for each ``Prepare``, also if that was not answered.
    package struct Reacquire: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x513
        /// The broker's number of the claim.
        package var claim: UInt64

        /// Creates the event.
        package init(claim: UInt64) { self.claim = claim }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            claim = try field(\.claim, .u64)
        }
    }

    /// A claim of the process has ended although its access is not over, because the process was suspended.
    ///
    /// - Direction: broker to process.
    package struct Lost: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x514
        /// The process's number of the claim.
        package var number: UInt64

        /// Creates the event.
        package init(number: UInt64) { self.number = number }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            number = try field(\.number, .u64)
        }
    }
}
