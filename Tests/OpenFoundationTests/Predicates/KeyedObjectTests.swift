import Foundation
import OpenFoundation
import Testing

/// How predicates find keys in types of the program.
@Suite struct KeyedObjectTests {
    private struct Address: Hashable { let city: String }

    private class Person {
        var name: String
        var address: Address?
        var friends: [Person] = []
        weak var best: Person?

        init(_ name: String, city: String? = nil) {
            self.name = name
            address = city.map(Address.init)
        }
    }

    private final class Employee: Person {
        let salary = 100
    }

    private func holds(_ format: String, _ object: Any?) -> Bool { NSPredicate(format: format).evaluate(with: object) }

    @Test func `stored properties of structs and classes are keys`() {
        let mary = Person("Mary", city: "Bern")
        #expect(holds("name == 'Mary' AND address.city BEGINSWITH 'B'", mary))
        #expect(holds("address == nil AND address.city == nil", Person("Anna")))
        #expect(holds("city == 'Bern'", Address(city: "Bern")))
        #expect(NSPredicate(format: "address == %@", Address(city: "Bern")).evaluate(with: mary))
    }

    @Test func `properties of a class above are keys`() {
        #expect(holds("name == 'Max' AND salary == 100", Employee("Max")))
    }

    @Test func `lists of objects are searched by their keys`() {
        let mary = Person("Mary")
        mary.friends = [Person("Max", city: "Bern"), Person("Anna", city: "Basel")]
        #expect(holds("ANY friends.name == 'Anna'", mary))
        #expect(holds("ALL friends.address.city LIKE 'B*'", mary))
        #expect(holds("SUBQUERY(friends, $f, $f.name == 'Max' AND $f.address.city == 'Bern').@count == 1", mary))
        #expect((mary.friends as NSArray).filtered(using: NSPredicate(format: "name ENDSWITH 'x'")).count == 1)
    }

    @Test func `objects that refer to each other are asked for what is needed only`() {
        let mary = Person("Mary")
        let max = Person("Max")
        mary.best = max
        max.best = mary
        mary.friends = [mary, max]
        max.friends = [mary, max]
        #expect(holds("best.best.best.name == 'Max'", mary))
        #expect(holds("ANY friends.best.name == 'Max' AND friends.best.friends.@count == 2", mary))
        #expect(NSPredicate(format: "best == %@", max).evaluate(with: mary))
        #expect(!NSPredicate(format: "best == %@", Person("Max")).evaluate(with: mary))
    }

    @Test func `a few arrays that stand for very many elements cost little`() {
        var array: [Any] = [1]
        for _ in 0..<50 { array = [array, array] }
        #expect(holds("x.@count == 2", ["x": array]))
    }

    @propertyWrapper private struct Trimmed {
        var wrappedValue: String { didSet { wrappedValue = wrappedValue.trimmingCharacters(in: .whitespaces) } }
    }

    private struct Wrapped {
        @Trimmed var title: String
        var _hidden = 3
        var shown = 1
        var _shown = 2
    }

    @Test func `a wrapped property has the wrapped value, and an underscore hides nothing`() {
        #expect(holds("title == 'a' AND hidden == 3 AND shown == 1", Wrapped(title: "a")))
    }

    private struct Reflecting: CustomReflectable {
        var customMirror: Mirror { Mirror(self, children: ["double": 4]) }
    }

    @Test func `a type that describes itself by a mirror has the keys of the mirror`() {
        #expect(holds("double == 4", Reflecting()))
        #expect(holds("y == 2", (x: 1, y: 2)))
    }

    private struct Track: Encodable {
        var seconds = 90
        var next: [Track]?
        private enum Keys: String, CodingKey { case minutes, next, detail, list, missing }
        private enum DetailKeys: String, CodingKey { case unit }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(Double(seconds) / 60, forKey: .minutes)
            try container.encodeNil(forKey: .missing)
            var detail = container.nestedContainer(keyedBy: DetailKeys.self, forKey: .detail)
            try detail.encode("s", forKey: .unit)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(seconds)
            try list.encodeNil()
            var inner = list.nestedContainer(keyedBy: DetailKeys.self)
            try inner.encode("m", forKey: .unit)
        }
    }

    @Test func `what a value encodes are keys, after its properties`() {
        #expect(holds("minutes == 1.5 AND seconds == 90 AND missing == nil", Track()))
        #expect(holds("detail.unit == 's' AND list.@count == 3 AND list[0] == 90", Track()))
        #expect(holds("list[2].unit == 'm'", Track()))
    }

    private class Base: Encodable {
        private enum Keys: CodingKey { case kind }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode("base", forKey: .kind)
        }
    }

    private final class Derived: Base {
        private enum Keys: CodingKey { case more }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(true, forKey: .more)
            try super.encode(to: container.superEncoder())
        }
    }

    private struct Refusing: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .half)
            throw CocoaError(.coderInvalidValue)
        }
        private enum Key: CodingKey { case half }
    }

    @Test func `what a class above encodes are keys, and half an encoding are none`() {
        #expect(holds("kind == 'base' AND more == YES", Derived()))
        #expect(!holds("half == 1", Refusing()))
    }

    private struct Circle: NSKeyValueCoding {
        let radius: Double
        func value(forKey key: String) -> Any? {
            switch key {
            case "radius": radius
            case "area": radius * radius * .pi
            default: nil
            }
        }
    }

    @Test func `a type can answer keys by itself`() {
        let circles = [Circle(radius: 1), Circle(radius: 2)]
        #expect(holds("area > 12 AND radius == 2 AND other == nil", circles[1]))
        #expect((circles as NSArray).filtered(using: NSPredicate(format: "area < 12")).count == 1)
        #expect(holds("FUNCTION(SELF, 'area') > 12", circles[1]))
    }

    @Test func `a key that an object does not have makes the predicate false, whatever stands around it`() {
        #expect(!holds("surname == 'x'", Person("Mary")))
        #expect(!holds("NOT surname == 'x'", Person("Mary")))
        #expect(!holds("surname == nil", Person("Mary")))
    }
}
