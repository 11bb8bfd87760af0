import AppexProtocol
import AppexSystem
import AppexWire

/// Presenters: registration, preparation for accesses, and notification of changes.
extension CoordinationTable {
    /// Adds or replaces a presenter of a process.
    ///
    /// - Throws: ``RemoteFailure`` if it has too many presenters, or if the path is not one.
    mutating func present(_ request: CoordinationInterface.Present, by peer: PeerNumber) throws(RemoteFailure) {
        guard let admission = try admission(of: request, by: peer) else { return }
        withdraw(request.presenter, of: peer)
        peers[peer]?.missed[request.presenter] = admission.missed
        peers[peer]?.presentedBytes = admission.bytes
        peers[peer]?.presenters[request.presenter] = admission.presenter
        if let path = admission.presenter.path {
            presenterIndex.insert(PresenterKey(peer: peer, presenter: request.presenter), at: path)
        }
    }

    /// What a process presents, after it was checked.
    private struct Admission {
        let presenter: CoordinationPeer.Presenter
        /// What the presenter that is replaced has missed.
        let missed: CoordinationPeer.Missed?
        /// Bytes of the paths that the process presents then.
        let bytes: Int
    }

    /// Checks what a process presents, in a function of its own so that no copy of the process is left when it changes.
    ///
    /// - Returns: nil if there is no such process.
    private func admission(
        of request: CoordinationInterface.Present, by peer: PeerNumber
    ) throws(RemoteFailure) -> Admission? {
        guard let known = peers[peer] else { return nil }
        let path = request.path.flatMap { known.item($0, isWriting: false) }
        guard request.path == nil || path != nil else {
            throw RemoteFailure(
                code: FailureCode.refused, message: "\(request.path ?? "") cannot be presented: it is not a path.")
        }
        let old = known.presenters[request.presenter]?.path?.count ?? 0
        let bytes = known.presentedBytes - old + (path?.count ?? 0)
        guard known.presenters[request.presenter] != nil || known.presenters.count < known.presenterLimit,
            bytes <= known.presentedBytesLimit
        else {
            throw RemoteFailure(
                code: FailureCode.refused,
                message: "\(request.path ?? "An item") cannot be presented: the process has "
                    + "\(known.presenters.count) presenters already.")
        }
        let isOverdue = known.presenters[request.presenter]?.isOverdue ?? known.wasLate
        return Admission(
            presenter: CoordinationPeer.Presenter(
                purpose: Purpose(request.purpose), path: path, limit: request.limit, isOverdue: isOverdue),
            missed: known.missed[request.presenter], bytes: bytes)
    }

    /// Removes a presenter.
    mutating func withdraw(_ presenter: UInt64, of peer: PeerNumber) {
        guard let known = peers[peer]?.presenters.removeValue(forKey: presenter) else { return }
        peers[peer]?.missed[presenter] = nil
        guard let path = known.path else { return }
        peers[peer]?.presentedBytes -= path.count
        presenterIndex.remove(PresenterKey(peer: peer, presenter: presenter), at: path)
    }

    private subscript(key: PresenterKey) -> CoordinationPeer.Presenter? { peers[key.peer]?.presenters[key.presenter] }

    // MARK: Before an access

    /// Asks the presenters of a claim's items to prepare, and grants the claim if there are none.
    mutating func prepare(_ number: ClaimNumber) {
        guard let claim = claims[number] else { return }
        var questions: [PeerNumber: [UInt64: CoordinationInterface.Question]] = [:]
        // For a claim that is made again, the presenters have prepared already.
        for access in claim.accesses where access.concernsContent && !claim.isAgain {
            let presenters = presenters(of: access)
            guard mayLook(atPresenters: presenters.count, for: claim.peer) else {
                let why = "the process has claimed items of too many presenters"
                emit(.refuse(claim.peer, claim.number, Self.refusal(claim.accesses.first?.path.text, why)))
                return remove(number)
            }
            for (key, relation) in presenters {
                guard let presenter = self[key], presenter.purpose != claim.purpose,
                    peers[key.peer]?.takesMessages == true
                else { continue }
                let done = question(to: key, around: claim)
                let old = questions[key.peer]?[key.presenter]
                // A folder is not given up for an access to something in it.
                let gives = relation != .folder
                let isForWriter = gives && access.isWriting || old?.isForWriter == true
                let deleted = access.deletes && relation != .item ? access.path.text : old?.deletedSubitem
                let question = CoordinationInterface.Question(
                    presenter: key.presenter, limit: presenter.patience,
                    relinquishes: gives && done.map { isForWriter && !$0.isForWriter } ?? true
                        || old?.relinquishes == true,
                    isForWriter: isForWriter,
                    saves: gives && access.needsSaving && done.map { !$0.saves && !$0.isForWriter } ?? true
                        || old?.saves == true,
                    deletesItem: access.deletes && relation == .item && done?.deletesItem != true
                        || old?.deletesItem == true,
                    deletedSubitem: deleted == done?.deletedSubitem ? nil : deleted)
                guard question.asksSomething else { continue }
                questions[key.peer, default: [:]][key.presenter] = question
                claims[number]?.preparing.insert(presenter.purpose)
            }
        }
        guard !questions.isEmpty else { return grant(number) }
        claims[number]?.phase = .preparing(Set(questions.keys))
        claims[number]?.prepared = questions
        for (peer, asked) in questions.sorted(by: { $0.key < $1.key }) {
            let asked = asked.values.sorted { $0.presenter < $1.presenter }
            emit(.prepare(peer, number, asked, limit: asked.map(\.limit).max() ?? 0))
        }
        for purpose in claims[number]?.preparing.sorted() ?? [] { activate(purpose) }
    }

    /// What a presenter presents, as seen from an item that is accessed.
    private enum Relation {
        /// The item, or something in it.
        case item
        /// A file package around the item, or a folder of it.
        case package
        /// An ordinary folder around the item.
        case folder
    }

    /// The presenters that an access concerns: those of the item, of file packages around it, and of the items in it; and for a
    /// deletion, those of all folders around it.
    private func presenters(of access: CoordinatedClaim.Access) -> [(key: PresenterKey, relation: Relation)] {
        var found = presenterIndex[access.path].map { (key: $0, relation: Relation.item) }
        if access.scope != access.path || access.deletes {
            for folder in access.path.ancestors {
                let isInPackage = access.scope != access.path && access.scope.covers(folder)
                guard isInPackage || access.deletes else { continue }
                found += presenterIndex[folder].map { (key: $0, relation: isInPackage ? .package : .folder) }
            }
        }
        if access.isDeep {
            found += presenterIndex.contents(of: access.path).map { (key: $0.value, relation: Relation.item) }
        }
        return found
    }

    /// Charges presenters that are looked at to the process whose claim or change it is. There can be many for each item.
    ///
    /// - Returns: false if the process has used up what it may.
    private mutating func mayLook(atPresenters count: Int, for peer: PeerNumber) -> Bool {
        count == 0 || peers[peer]?.work.take(count, at: clock()) == true
    }

    /// What a presenter has been asked already, for the first access of the same process and purpose that is running.
    private func question(to key: PresenterKey, around claim: CoordinatedClaim) -> CoordinationInterface.Question? {
        guard let outer = peers[claim.peer]?.asked[claim.purpose]?[key]?.min() else { return nil }
        return claims[outer]?.prepared[key.peer]?[key.presenter]
    }

    /// Notes what presenters were asked for a claim that is granted.
    mutating func noteAsked(by number: ClaimNumber) {
        guard let claim = claims[number] else { return }
        for (peer, questions) in claim.prepared {
            for presenter in questions.keys {
                let key = PresenterKey(peer: peer, presenter: presenter)
                peers[claim.peer]?.asked[claim.purpose, default: [:]][key, default: []].append(number)
            }
        }
    }

    /// Forgets what the presenters of a process, or of all, were asked for a claim.
    mutating func forgetAsked(by number: ClaimNumber, of only: PeerNumber? = nil) {
        guard let claim = claims[number], claim.phase == .granted else { return }
        for (peer, questions) in claim.prepared where only == nil || peer == only {
            for presenter in questions.keys {
                let key = PresenterKey(peer: peer, presenter: presenter)
                peers[claim.peer]?.asked[claim.purpose]?[key]?.removeAll { $0 == number }
                if peers[claim.peer]?.asked[claim.purpose]?[key]?.isEmpty == true {
                    peers[claim.peer]?.asked[claim.purpose]?[key] = nil
                }
            }
        }
        if peers[claim.peer]?.asked[claim.purpose]?.isEmpty == true { peers[claim.peer]?.asked[claim.purpose] = nil }
    }

    /// A process has answered whether its presenters are prepared, or has not answered in time.
    ///
    /// - Parameter overdue: the presenters that were not prepared in time; nil for all that were asked.
    mutating func answered(
        _ number: ClaimNumber, by peer: PeerNumber, overdue: [UInt64]?, error: ErrorDescription?
    ) {
        guard let claim = claims[number], case .preparing(var asked) = claim.phase, asked.remove(peer) != nil else {
            return
        }
        let presenters = claim.prepared[peer] ?? [:]
        let late = Set(overdue ?? Array(presenters.keys)).intersection(presenters.keys)
        peers[peer]?.note(late: late, of: presenters.keys)
        if !late.isEmpty, let known = peers[peer] {
            emit(
                .reportOverdue(
                    peer, presenters: late.sorted().compactMap { known.presenters[$0]?.path?.text }, of: name(of: peer),
                    path: claim.accesses.first?.path.text ?? ""))
        }
        if let error {
            claims[number]?.phase = .preparing(asked)
            emit(.failed(claim.peer, claim.number, error))
            return remove(number)
        }
        passOver(peer, for: number)
    }

    /// No longer waits for the presenters of a process.
    mutating func passOver(_ peer: PeerNumber, for number: ClaimNumber) {
        guard let claim = claims[number], case .preparing(var asked) = claim.phase, asked.remove(peer) != nil else {
            return
        }
        claims[number]?.phase = asked.isEmpty ? .prepared : .preparing(asked)
        guard asked.isEmpty else { return }
        for purpose in claim.preparing { deactivate(purpose) }
        reconsider(number)
    }

    // MARK: After an access

    /// Notifies the presenters of items that have been written to.
    ///
    /// - Parameter changes: what has become of the items; nil if it is unknown.
    mutating func notifyOfChanges(of number: ClaimNumber, _ changes: [CoordinationInterface.Change]?) {
        guard let claim = claims[number], claim.phase == .granted else { return }
        var notices: [PeerNumber: [CoordinationInterface.Notice]] = [:]
        var folders = FolderNotices()
        var told: Set<PresenterKey> = []
        for (place, access) in claim.accesses.enumerated() where access.isWriting && !access.isMoved {
            let change = changes.map { place < $0.count ? $0[place] : .none } ?? .changed
            guard change != .none else { continue }
            let inside = change == .vanished && access.isDeep ? presenterIndex.contents(of: access.path) : []
            for key in presenterIndex[access.path] + inside.map(\.value) where self[key]?.purpose != claim.purpose {
                // Presenters that have agreed to the deletion are not notified of it.
                let hasAgreed = claim.prepared[key.peer]?[key.presenter]?.deletesItem == true
                if change == .vanished, hasAgreed { continue }
                guard told.insert(key).inserted else { continue }
                notices[key.peer, default: []].append(.init(presenter: key.presenter, kind: .changed))
            }
            let kind = change == .appeared ? CoordinationInterface.Notice.Kind.subitemAppeared : .subitemChanged
            for (key, notice) in folders.add(access.path, kind, presenterIndex)
            where self[key]?.purpose != claim.purpose {
                notices[key.peer, default: []].append(notice)
            }
        }
        notify(notices, by: claim)
    }

    /// Notifies the presenters of an item that has been moved, and notes its new path as theirs.
    mutating func notifyOfMove(from: ItemPath, to: ItemPath, by claim: CoordinatedClaim) {
        var notices: [PeerNumber: [CoordinationInterface.Notice]] = [:]
        let (oldPath, newPath) = (from.text, to.text)
        let inside = presenterIndex[from].map { (path: from, value: $0) } + presenterIndex.contents(of: from)
        for (path, key) in inside {
            guard let new = path.moved(from: from, to: to) else { continue }
            let isTold = self[key]?.purpose != claim.purpose
            presenterIndex.remove(key, at: path)
            // A process that cannot reach the new path is only notified that the item has changed.
            // A copy of the process in a variable would make each change below copy all of its presenters.
            guard peers[key.peer]?.reaches(new) == true else {
                peers[key.peer]?.presenters[key.presenter]?.path = nil
                peers[key.peer]?.presentedBytes -= path.count
                if isTold { notices[key.peer, default: []].append(.init(presenter: key.presenter, kind: .changed)) }
                continue
            }
            presenterIndex.insert(key, at: new)
            peers[key.peer]?.presenters[key.presenter]?.path = new
            peers[key.peer]?.presentedBytes += new.count - path.count
            if isTold {
                notices[key.peer, default: []].append(.init(presenter: key.presenter, kind: .moved, path: new.text))
            }
        }
        for folder in from.ancestors {
            for key in presenterIndex[folder] where self[key]?.purpose != claim.purpose {
                let isReached = peers[key.peer]?.reaches(to) == true
                notices[key.peer, default: []].append(
                    .init(
                        presenter: key.presenter, kind: isReached ? .subitemMoved : .subitemChanged, path: oldPath,
                        newPath: isReached ? newPath : ""))
            }
        }
        for folder in to.ancestors where !folder.contains(from) {
            for key in presenterIndex[folder] where self[key]?.purpose != claim.purpose {
                notices[key.peer, default: []].append(
                    .init(presenter: key.presenter, kind: .subitemAppeared, path: newPath))
            }
        }
        notify(notices, by: claim)
    }

    private mutating func notify(_ notices: [PeerNumber: [CoordinationInterface.Notice]], by claim: CoordinatedClaim) {
        let maker = peers[claim.peer]
        for (peer, notices) in notices.sorted(by: { $0.key < $1.key }) {
            guard peers[peer]?.takesMessages == true else {
                for piece in notices { miss(piece, peer) }
                continue
            }
            let origin = CoordinationInterface.Origin(
                isOwn: peer == claim.peer, identifier: maker?.identifier, name: maker?.name ?? "",
                pid: maker?.pid ?? 0)
            emit(peer, origin, notices)
        }
    }

    /// Notifies a process of changes, in messages of bounded size.
    private mutating func emit(
        _ peer: PeerNumber, _ origin: CoordinationInterface.Origin, _ notices: [CoordinationInterface.Notice]
    ) {
        for start in stride(from: 0, to: notices.count, by: Self.noticesInMessage) {
            emit(.notify(peer, origin, Array(notices[start..<min(start + Self.noticesInMessage, notices.count)])))
        }
    }

    private mutating func miss(_ notices: CoordinationInterface.Notice, _ peer: PeerNumber) {
        var missed = peers[peer]?.missed[notices.presenter] ?? CoordinationPeer.Missed()
        switch notices.kind {
        case .changed: missed.isChanged = true
        case .moved: missed.isMoved = true
        case .subitemChanged, .subitemAppeared, .subitemMoved: missed.isSubitemChanged = true
        }
        peers[peer]?.missed[notices.presenter] = missed
    }

    /// Notifies the presenters of a process of the changes that they have missed, once for each kind of change.
    mutating func notifyOfMissedChanges(_ peer: PeerNumber) {
        guard let known = peers[peer], known.takesMessages, !known.missed.isEmpty else { return }
        peers[peer]?.missed = [:]
        var notices: [CoordinationInterface.Notice] = []
        for (number, missed) in known.missed.sorted(by: { $0.key < $1.key }) {
            guard let presenter = known.presenters[number] else { continue }
            if missed.isMoved, let path = presenter.path {
                notices.append(.init(presenter: number, kind: .moved, path: path.text))
            }
            if missed.isChanged { notices.append(.init(presenter: number, kind: .changed)) }
            if missed.isSubitemChanged, let path = presenter.path {
                notices.append(.init(presenter: number, kind: .subitemChanged, path: path.text))
            }
        }
        emit(peer, CoordinationInterface.Origin(isOwn: false, identifier: nil, name: "", pid: 0), notices)
    }

    /// Changes in one message.
    private static let noticesInMessage = 256
}
