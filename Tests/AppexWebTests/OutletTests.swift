@testable import AppexPages
import Foundation
import Testing

@testable import appex_web

/// The messages that wait for a tab.
@Suite(.timeLimit(.minutes(30))) struct OutletTests {
    private static let full = Data(count: PageLimits.outgoingBytes)

    @Test func `messages that were fetched make room for as many bytes again`() async {
        let outlet = Outlet()
        for _ in 0..<3 {
            outlet.send(Self.full)
            #expect(await outlet.next()?.count == PageLimits.outgoingBytes)
        }
    }

    @Test func `a tab for which one byte too many waits is closed, and none of it is sent`() async {
        let outlet = Outlet()
        outlet.send(Self.full)
        outlet.send(Data(count: 1))
        #expect(await outlet.next() == nil)
        outlet.send(Data(count: 1))
        #expect(await outlet.next() == nil)
    }

    @Test func `what waits when a tab is closed is sent first`() async {
        let outlet = Outlet()
        outlet.send(Data([1]))
        outlet.close()
        #expect(await outlet.next() == Data([1]))
        #expect(await outlet.next() == nil)
    }
}
