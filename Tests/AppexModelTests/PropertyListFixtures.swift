import AppexModel

/// Small manifests written for these tests.
enum PropertyListFixtures {
    static func xml(_ body: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            \(body)
            </plist>

            """.utf8)
    }

    static func parse(_ body: String) throws(ManifestError) -> PropertyListValue {
        try PropertyListValue(parsing: xml(body), file: "test.plist")
    }

    /// An action extension as a build leaves it.
    static let sepia: PropertyListValue = .dictionary([
        "CFBundleIdentifier": .string("org.example.darkroom.sepia"),
        "CFBundleExecutable": .string("Sepia"),
        "CFBundleDisplayName": .string("Sepia & more"),
        "CFBundlePackageType": .string("XPC!"),
        "CFBundleShortVersionString": .string("1.2"),
        "CFBundleVersion": .string("34"),
        "MinimumOSVersion": .string("12.0"),
        "XSomethingUnknown": .array([.integer(-7), .real(0.5), .boolean(true), .data([0, 1, 255]), .date(86_400)]),
        "NSExtension": .dictionary([
            "NSExtensionPointIdentifier": .string("com.apple.services"),
            "NSExtensionPrincipalClass": .string("Sepia.RequestHandler"),
            "NSExtensionAttributes": .dictionary([
                "NSExtensionActivationRule": .dictionary([
                    "NSExtensionActivationSupportsImageWithMaxCount": .integer(1),
                    "NSExtensionActivationSupportsText": .boolean(true),
                ])
            ]),
        ]),
    ])

    /// `value` with the entry at a path of keys replaced, or removed when `entry` is nil.
    static func setting(
        _ entry: PropertyListValue?, at path: String..., in value: PropertyListValue = sepia
    ) -> PropertyListValue {
        setting(entry, at: path[...], in: value)
    }

    private static func setting(
        _ entry: PropertyListValue?, at path: ArraySlice<String>, in value: PropertyListValue
    ) -> PropertyListValue {
        guard let key = path.first else { return entry ?? value }
        var entries = value.dictionary ?? [:]
        if path.count == 1 {
            entries[key] = entry
        } else {
            entries[key] = setting(entry, at: path.dropFirst(), in: entries[key] ?? .dictionary([:]))
        }
        return .dictionary(entries)
    }
}

/// Writes binary property lists, honest ones from values and others from given objects.
struct BinaryPropertyListWriter {
    private var objects: [[UInt8]] = []

    static func bytes(_ value: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        let top = writer.add(value)
        return assemble(objects: writer.objects, top: top)
    }

    /// A file of the given encoded objects; offsets take two bytes, references two.
    static func assemble(objects: [[UInt8]], top: Int) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets { bytes += big(offset, 2) }
        return bytes + [0, 0, 0, 0, 0, 0, 2, 2] + big(objects.count, 8) + big(top, 8) + big(table, 8)
    }

    static func big(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 0xF, 0x12] + big(count, 4)
    }

    private mutating func add(_ value: PropertyListValue) -> Int {
        let encoded: [UInt8]
        switch value {
        case .boolean(let flag): encoded = [flag ? 9 : 8]
        case .integer(let number): encoded = [0x13] + Self.big(Int(number), 8)
        case .unsigned(let number):
            encoded = [0x14] + Self.big(0, 8) + Self.big(Int(bitPattern: UInt(number)), 8)
        case .real(let number): encoded = [0x23] + Self.big(Int(bitPattern: UInt(number.bitPattern)), 8)
        case .date(let seconds): encoded = [0x33] + Self.big(Int(bitPattern: UInt(seconds.bitPattern)), 8)
        case .data(let bytes): encoded = Self.marker(4, bytes.count) + bytes
        case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
            encoded = Self.marker(5, text.utf8.count) + Array(text.utf8)
        case .string(let text):
            encoded = Self.marker(6, text.utf16.count) + text.utf16.flatMap { Self.big(Int($0), 2) }
        case .array(let elements):
            let references = elements.map { add($0) }
            encoded = Self.marker(0xA, references.count) + references.flatMap { Self.big($0, 2) }
        case .dictionary(let entries):
            let sorted = entries.sorted { $0.key < $1.key }
            let keys = sorted.map { add(.string($0.key)) }
            let values = sorted.map { add($0.value) }
            encoded = Self.marker(0xD, keys.count) + (keys + values).flatMap { Self.big($0, 2) }
        }
        objects.append(encoded)
        return objects.count - 1
    }
}
