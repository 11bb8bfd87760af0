import Foundation
import Synchronization
import Testing

@testable import OpenFoundation

extension Notification.Name {
    fileprivate static let rang = Notification.Name("OEKRang")
}

private final class Listener: NSObject {
    var heard: [String] = []
    func hear(_ notification: Notification) { heard.append(notification.name.rawValue) }
    func hearNothing() { heard.append("nothing") }
}

private let members: Void = {
    ObjectiveCMembers.addMethod("listenerHear:", of: Listener.self) { it, arguments in
        it.hear(try arguments.value(at: 0))
    }
    ObjectiveCMembers.addMethod("listenerHearNothing", of: Listener.self) { it, _ in it.hearNothing() }
}()

@Suite struct SelectorObserverTests {
    private let center = NotificationCenter()
    private let listener = Listener()

    init() { members }

    @Test func `an observer gets the notifications of its name and sender`() {
        let sender = NSObject()
        center.addObserver(listener, selector: "listenerHear:", name: .rang, object: sender)
        center.post(name: .rang, object: sender)
        center.post(name: .rang, object: NSObject())
        center.post(name: .init("other"), object: sender)
        #expect(listener.heard == ["OEKRang"])
    }

    @Test func `an observer without a name gets all notifications, and one without a parameter no argument`() {
        center.addObserver(listener, selector: "listenerHear:", name: nil, object: nil)
        center.addObserver(listener, selector: "listenerHearNothing", name: .rang, object: nil)
        center.post(name: .init("other"), object: nil)
        #expect(listener.heard == ["other"])
        center.post(name: .rang, object: nil)
        #expect(listener.heard.sorted() == ["OEKRang", "nothing", "other"])
    }

    @Test func `an observer that was removed gets nothing`() {
        center.addObserver(listener, selector: "listenerHear:", name: .rang, object: nil)
        center.addObserver(listener, selector: "listenerHear:", name: .init("other"), object: nil)
        center.removeObserver(listener, name: .rang, object: nil)
        center.post(name: .rang, object: nil)
        center.post(name: .init("other"), object: nil)
        #expect(listener.heard == ["other"])
        center.removeObserver(listener, name: .init("other"), object: nil)
        center.post(name: .init("other"), object: nil)
        #expect(listener.heard == ["other"], "a name that is written as .init finds the same function")
        center.addObserver(listener, selector: "listenerHear:", name: .rang, object: nil)
        center.removeObserver(listener)
        center.post(name: .rang, object: nil)
        #expect(listener.heard == ["other"])
    }

    @Test func `an observer is removed for one sender only`() {
        let (one, two) = (NSObject(), NSObject())
        for sender in [one, two] {
            center.addObserver(listener, selector: "listenerHear:", name: .rang, object: sender)
        }
        center.removeObserver(listener, name: nil, object: one)
        center.post(name: .rang, object: one)
        #expect(listener.heard.isEmpty)
        center.post(name: .rang, object: two)
        #expect(listener.heard.count == 1)
    }

    @Test func `an observer with a function is removed by its token`() {
        let calls = Mutex(0)
        let token = center.addObserver(forName: .rang, object: nil, queue: nil) { _ in calls.withLock { $0 += 1 } }
        center.post(name: .rang, object: nil)
        center.removeObserver(token)
        center.post(name: .rang, object: nil)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `observers are not kept alive, and leave nothing behind`() {
        for _ in 0..<2000 {
            let listener = Listener()
            center.addObserver(listener, selector: "listenerHear:", name: .rang, object: nil)
        }
        #expect(SelectorObservers.shared.count < 1000)
        center.post(name: .rang, object: nil)
    }
}
