import Foundation
import Testing

@testable import OpenFoundation

private class Lamp: NSObject {
    var calls: [String] = []
    var label: String?
    var watts = 40
    var next: Lamp?
    private(set) var serial = 7

    func light() { calls.append("light") }
    func dim(_ sender: Any?) { calls.append("dim \(sender ?? "nothing")") }
    func mix(_ first: Int, with second: String?) -> String { "\(first) \(second ?? "nothing")" }
    func echo(_ value: NSNumber) -> NSNumber? { value }
}

private final class BrightLamp: Lamp {
    override func light() { calls.append("bright") }
    func glow() { calls.append("glow") }
}

/// The names begin with "lamp", because the table of all tests is one.
private let members: Void = {
    ObjectiveCMembers.addClass(Lamp.self, named: "OEKLamp")
    ObjectiveCMembers.addMethod("lampLight", of: Lamp.self) { it, _ in it.light() }
    ObjectiveCMembers.addMethod("lampDim:", of: Lamp.self) { it, arguments in it.dim(try arguments.value(at: 0)) }
    ObjectiveCMembers.addMethod("lampMix:with:", of: Lamp.self) { it, arguments in
        it.mix(try arguments.value(at: 0), with: try arguments.value(at: 1))
    }
    ObjectiveCMembers.addMethod("lampEcho:", of: Lamp.self) { it, arguments in it.echo(try arguments.value(at: 0)) }
    ObjectiveCMembers.addMethod("lampGlow", of: BrightLamp.self) { it, _ in it.glow() }
    ObjectiveCMembers.addProperty(
        "lampLabel", of: Lamp.self, get: { $0.label }, set: { it, arguments in it.label = try arguments.value(at: 0) })
    ObjectiveCMembers.addProperty(
        "lampWatts", of: Lamp.self, get: { $0.watts }, set: { it, arguments in it.watts = try arguments.value(at: 0) })
    ObjectiveCMembers.addProperty("lampSerial", of: Lamp.self, get: { $0.serial })
    ObjectiveCMembers.addProperty("lampNext", of: Lamp.self, get: { $0.next })
}()

@Suite struct ObjectiveCMembersTests {
    init() { members }

    @Test func `an object has the methods of its class and of its superclass`() {
        #expect(BrightLamp().responds(to: "lampGlow") && BrightLamp().responds(to: "lampLight"))
        #expect(!Lamp().responds(to: "lampGlow") && !NSObject().responds(to: "lampLight"))
        #expect(!Lamp().responds(to: "lampDim"), "the colon belongs to the name")
    }

    @Test func `an override is called by the selector of its superclass`() {
        let lamp = BrightLamp()
        lamp.perform("lampLight")
        #expect(lamp.calls == ["bright"])
    }

    @Test func `a call passes its arguments and returns an object`() throws {
        let lamp = Lamp()
        lamp.perform("lampDim:", with: "a switch")
        lamp.perform("lampDim:", with: nil)
        #expect(lamp.calls == ["dim a switch", "dim nothing"])
        let mixed = lamp.perform("lampMix:with:", with: 3, with: "blue")
        #expect(mixed?.takeUnretainedValue() as? String == "3 blue")
        #expect(lamp.perform("lampMix:with:", with: NSNumber(value: 3), with: nil) != nil)
        #expect(lamp.perform("lampLight") == nil)
    }

    @Test func `the result of a call lives until the next call`() {
        let lamp = Lamp()
        weak var number: NSNumber?
        let result = {
            let made = NSNumber(value: 1 << 60)
            number = made
            return lamp.perform("lampEcho:", with: made)
        }()
        #expect(result?.takeUnretainedValue() === number && number != nil)
    }

    @Test func `a call that is not possible does nothing`() {
        let lamp = Lamp()
        #expect(lamp.perform("lampGlow") == nil)
        #expect(lamp.perform("lampMix:with:", with: "three", with: nil) == nil)
        #expect(lamp.perform(nil) == nil && !lamp.responds(to: nil))
        #expect(throws: ObjectiveCError.unrecognizedSelector("lampGlow", ofClass: "Lamp")) {
            try ObjectiveCMembers.perform("lampGlow", on: lamp, [])
        }
        #expect(throws: ObjectiveCError.argument(position: 0, found: "String", expected: "Int")) {
            try ObjectiveCMembers.perform("lampMix:with:", on: lamp, ["three"])
        }
        #expect(lamp.calls.isEmpty)
    }

    @Test func `a class is found by its registered name, then in a module`() {
        #expect(ObjectiveCMembers.class(named: "OEKLamp").map { $0 === Lamp.self } == true)
        let item: AnyClass? = ObjectiveCMembers.class(named: "NSExtensionItem", module: "OpenFoundation")
        #expect(item.map { $0 === NSExtensionItem.self } == true)
        #expect(ObjectiveCMembers.class(named: "NSExtensionItem") == nil)
        #expect(ObjectiveCMembers.class(named: "", module: "") == nil)
    }

    @Test func `a property is read and set by its name`() {
        let lamp = Lamp()
        lamp.setValue("desk", forKey: "lampLabel")
        #expect(lamp.label == "desk" && lamp.value(forKey: "lampLabel") as? String == "desk")
        lamp.setValue(nil, forKey: "lampLabel")
        #expect(lamp.label == nil && lamp.value(forKey: "lampLabel") == nil)
        lamp.setValue(60.0, forKey: "lampWatts")
        #expect(lamp.watts == 60, "a number becomes an integer")
    }

    @Test func `a property that cannot be set keeps its value`() {
        let lamp = Lamp()
        lamp.setValue(nil, forKey: "lampWatts")
        lamp.setValue("bright", forKey: "lampWatts")
        lamp.setValue(9, forKey: "lampSerial")
        lamp.setValue(9, forKey: "lampUnknown")
        #expect(lamp.watts == 40 && lamp.serial == 7)
        #expect(throws: ObjectiveCError.readOnlyKey("lampSerial", ofClass: "Lamp")) {
            try ObjectiveCMembers.setValue(9, forKey: "lampSerial", of: lamp)
        }
        #expect(throws: ObjectiveCError.undefinedKey("lampUnknown", ofClass: "Lamp")) {
            try ObjectiveCMembers.value(forKey: "lampUnknown", of: lamp)
        }
    }

    @Test func `a path leads through properties`() throws {
        let lamp = Lamp()
        lamp.next = Lamp()
        lamp.setValue(11, forKeyPath: "lampNext.lampWatts")
        #expect(lamp.next?.watts == 11 && lamp.value(forKeyPath: "lampNext.lampWatts") as? Int == 11)
        lamp.setValue(12, forKeyPath: "lampNext.lampNext.lampWatts")
        #expect(lamp.value(forKeyPath: "lampNext.lampNext.lampWatts") == nil)
        for path in ["", ".", "..", "lampNext.", ".lampNext", String(repeating: "lampNext.", count: 10_000)] {
            #expect(lamp.value(forKeyPath: path) == nil)
            lamp.setValue(1, forKeyPath: path)
        }
    }

    @Test func `selectors are equal if their names are`() {
        #expect(NSSelectorFromString("a:b:") == Selector("a:b:") && sel_registerName("a:b:").argumentCount == 2)
        #expect(NSStringFromSelector("a:b:") == "a:b:")
    }
}
