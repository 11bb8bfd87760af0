import AppexSystem
import AppexWire
import Synchronization
import TestSupport
import Testing

/// Cancellation, deadlines and the end of connections.
@Suite(.timeLimit(.minutes(30))) struct ConnectionEndTests {
    @Test(arguments: Link.allCases) func `cancelling ends the call at once and tells the handler`(_ link: Link)
        async throws
    {
        try await Peers.with(link) { peers, inbox in
            let call = Task { [client = peers.client] in try await client.call(Echo(1), within: .ample) }
            guard case .request(let request) = await inbox.next() else {
                Issue.record("no request")
                return
            }
            #expect(!request.isCancelled)
            let told = Inbox<Void>()
            request.onCancel { told.put(()) }
            call.cancel()
            // The request is still unanswered, and yet the call is over.
            await #expect(throws: WireError.cancelled) { try await call.value }
            await told.next()
            #expect(request.isCancelled)
            // Asking after the fact is answered at once.
            request.onCancel { told.put(()) }
            await told.next()
            // A late answer disturbs nobody.
            request.reply(Echo(1))
            try peers.client.send(Note(1))
            guard case .event = await inbox.next() else {
                Issue.record("the connection is gone")
                return
            }
        }
    }

    @Test(arguments: Link.allCases) func `a task that is cancelled already sends nothing`(_ link: Link) async throws {
        try await Peers.with(link) { peers, inbox in
            let call = Task { [client = peers.client] in
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await client.call(Echo(1), within: .ample)
            }
            await #expect(throws: WireError.cancelled) { try await call.value }
            try peers.client.send(Note(1))
            guard case .event = await inbox.next() else {
                Issue.record("something was sent")
                return
            }
        }
    }

    @Test(arguments: Link.allCases) func `a thousand calls cancelled at any moment all end, and none is left behind`(
        _ link: Link
    ) async throws {
        try await Peers.with(link, serve: ConnectionTests.echo) { peers in
            let client = peers.client
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        let call = Task { try await client.call(Echo(number), within: .ample).0 }
                        call.cancel()
                        switch await call.result {
                        case .success(let reply): #expect(reply.number == number)
                        case .failure(let error): #expect(error as? WireError == .cancelled)
                        }
                    }
                }
            }
            _ = try await client.call(Echo(1), within: .ample)
        }
    }

    @Test(arguments: Link.allCases) func `a call that takes too long times out, and the peer is told to stop`(
        _ link: Link
    ) async throws {
        try await Hostile.with(link) { hostile in
            let limit = Duration.milliseconds(1)
            await #expect(throws: WireError.timedOut(after: limit)) {
                try await hostile.victim.call(Echo(1), within: limit)
            }
            #expect(await hostile.heard.next()?.kind == .request)
            let cancel = await hostile.heard.next()
            #expect(cancel?.kind == .cancel)
            #expect(cancel?.request == 1)
            // An answer after all is dropped, with the descriptors in it.
            let (here, there) = try PacketSocket.pair().bags()
            guard let end = here.take() else { return }
            try hostile.say(
                Frame(.reply, code: Echo.code, request: 1, body: try Echo(1).wireBytes(), descriptors: there))
            try await hostile.expectAlive()
            #expect(try hangsUp(end.rawValue))
        }
    }

    @Test(arguments: Link.allCases) func `a peer that does not even acknowledge is unresponsive`(_ link: Link)
        async throws
    {
        try await Hostile.with(link, acknowledgement: .zero) { hostile in
            await #expect(throws: WireError.unresponsive) {
                try await hostile.victim.call(Echo(1), within: .seconds(3600))
            }
        }
    }

    @Test(arguments: Link.allCases) func `a peer that is busy acknowledges before it answers`(_ link: Link) async throws
    {
        try await Hostile.with(link) { hostile in
            try hostile.say(Frame(.request, code: Echo.code, request: 9, body: try Echo(1).wireBytes()))
            guard case .request(let request) = await hostile.inbox.next() else {
                Issue.record("no request")
                return
            }
            let accepted = await hostile.heard.next()
            #expect(accepted?.kind == .accepted)
            #expect(accepted?.request == 9)
            request.reply(Echo(1))
            #expect(await hostile.heard.next()?.kind == .reply)
        }
    }

    @Test(arguments: Link.allCases) func `an answer at once needs no acknowledgement`(_ link: Link) async throws {
        try await Hostile.with(link, serve: ConnectionTests.echo) { hostile in
            for number in 1...3 as ClosedRange<UInt64> {
                try hostile.say(Frame(.request, code: Echo.code, request: number, body: try Echo(1).wireBytes()))
                let answer = await hostile.heard.next()
                #expect(answer?.kind == .reply)
                #expect(answer?.request == number)
            }
        }
    }

    @Test(arguments: Link.allCases) func `closing fails the calls that wait, here and there`(_ link: Link) async throws
    {
        try await Peers.with(link) { peers, inbox in
            let results = Inbox<Result<Connection.Reply, WireError>>()
            peers.client.begin(Echo(1), within: .ample) { results.put($0) }
            peers.server.begin(Echo(2), within: .ample) { results.put($0) }
            guard case .request(let request) = await inbox.next(),
                case .request(let other) = await peers.clientInbox.next()
            else {
                Issue.record("no request")
                return
            }
            let cancelled = Inbox<Void>()
            request.onCancel { cancelled.put(()) }
            other.onCancel { cancelled.put(()) }
            peers.client.close()
            for _ in 0..<2 {
                guard case .failure(.closed) = await results.next() else {
                    Issue.record("a call outlives its connection")
                    return
                }
            }
            for _ in 0..<2 { await cancelled.next() }
            // The other end is told, and calls after the end fail with its reason.
            guard case .closed(.closed("the peer has gone")) = await inbox.next() else {
                Issue.record("the end went unnoticed")
                return
            }
            #expect(peers.server.isClosed)
            await #expect(throws: WireError.closed("the peer has gone")) {
                try await peers.server.call(Echo(3), within: .ample)
            }
            #expect(throws: WireError.closed("this end has been closed")) { try peers.client.send(Note(1)) }
        }
    }

    @Test(arguments: Link.allCases) func `what was sent before closing arrives before the end`(_ link: Link)
        async throws
    {
        try await Peers.with(link) { peers, inbox in
            for number in 0..<10 { try peers.client.send(Note(UInt64(number))) }
            peers.client.close()
            for number in 0..<10 {
                guard case .event(_, let body, _) = await inbox.next() else {
                    Issue.record("event \(number) is lost")
                    return
                }
                #expect(try Note(wireBytes: body).number == UInt64(number))
            }
            guard case .closed = await inbox.next() else {
                Issue.record("no end")
                return
            }
        }
    }

    @Test(arguments: Link.allCases) func `a handler that closes the connection when it ends is called once`(
        _ link: Link
    ) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop)
        let connection = Connection(first, on: loop, role: "careful")
        let ends = Inbox<WireError>()
        try connection.start { inbound in
            if case .closed(let error) = inbound {
                connection.close()
                connection.reject(.malformed("again"))
                ends.put(error)
            }
        }
        second.close()
        #expect(await ends.next() == .closed("the peer has gone"))
        await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
        #expect(ends.count == 0)
    }

    @Test(arguments: Link.allCases) func `a connection that nobody holds ends its calls and hangs up`(_ link: Link)
        async throws
    {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop)
        let server = Connection(second, on: loop, role: "server")
        let inbox = Inbox<Connection.Inbound>()
        try server.start { inbox.put($0) }
        let results = Inbox<Result<Connection.Reply, WireError>>()
        do {
            let client = Connection(first, on: loop, role: "client")
            try client.start { _ in }
            client.begin(Echo(1), within: .seconds(3600)) { results.put($0) }
        }
        guard case .failure(.closed("this end has been released")) = await results.next() else {
            Issue.record("a completion was never called")
            return
        }
        guard case .request(let request) = await inbox.next(), case .closed = await inbox.next() else {
            Issue.record("the peer was not told")
            return
        }
        #expect(request.isCancelled)
    }

    @Test(arguments: Link.allCases) func `starting on a dead peer says so`(_ link: Link) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop)
        second.close()
        let connection = Connection(first, on: loop, role: "late")
        #expect(throws: WireError.closed("the peer has gone")) {
            try connection.start { _ in Issue.record("told as well as thrown") }
        }
        #expect(connection.isClosed)
    }
}
