@testable import AppexPages
import Foundation
import Testing

@testable import appex_web

@Suite struct TabTests {
    /// An answer to a tab's first message.
    private struct Answer: Decodable {
        struct Welcome: Decodable { let sessions: [Session] }
        struct Session: Decodable { let session: Int }
        let ok: Welcome?
    }

    private func read(_ outlet: Outlet) async throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: try #require(await outlet.next()))
    }

    @Test func `an end is told with each welcome until the page says that it has come`() async throws {
        try await WebFixture.with { web in
            let tab = Tab(device: web.device)
            var end = TabRequestState(session: 3, id: "org.example.Edit", name: "Edit", isWidget: false)
            end.phase = .done
            // The connection has broken, and nobody knows yet.
            let broken = Outlet()
            await tab.attach(broken, answering: 1)
            broken.close()
            await tab.show(.state(end))

            let second = Outlet()
            await tab.attach(second, answering: 2)
            #expect(try await read(second).ok?.sessions.map(\.session) == [3])
            let cancel = Data("{\"n\":3,\"do\":\"cancel\",\"session\":3}".utf8)
            await tab.receive(try JSONDecoder().decode(TabCall.self, from: cancel))
            _ = await second.next()

            let third = Outlet()
            await tab.attach(third, answering: 4)
            #expect(try await read(third).ok?.sessions.isEmpty == true)
            await tab.end()
        }
    }
}
