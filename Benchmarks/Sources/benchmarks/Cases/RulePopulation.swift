import AppexActivation
import AppexModel
import CFloor

/// Activation rules like those of shipped extensions, in the same mix: of ten, five dictionaries, four predicates over
/// counts of attachments, one `TRUEPREDICATE`. The same ones in every run, and nearly all of them different.
struct RulePopulation {
    private(set) var rules: [ActivationRule] = []
    /// The attributes that the rules stand in.
    private(set) var attributes: [[String: PropertyListValue]] = []
    /// The same rules as far as sets of types can say it.
    private(set) var floor: [floor_rule] = []

    private let point: ExtensionPointIdentifier
    private var generator = SplitMix(state: 20_260_101)

    /// The types that shipped predicates name most.
    static let types = [
        "public.url", "public.image", "public.data", "public.text", "public.movie", "public.file-url", "public.jpeg",
        "public.content", "com.adobe.pdf", "public.plain-text", "public.png", "public.item", "public.archive",
        "public.heic", "public.audio", "public.contact", "public.message", "com.apple.quicktime-movie",
        "public.vcard", "public.mpeg-4", "public.mp3", "public.html", "com.compuserve.gif", "public.tiff",
        "public.comma-separated-values-text", "public.rtf", "public.zip-archive", "com.microsoft.waveform-audio",
        "com.apple.live-photo", "com.apple.pkpass", "org.appextension.find-login-action", "public.folder",
    ]

    private static let counts: [Int64] = [1, 1, 1, 2, 4, 5, 10, 20, 50, 99, 100, 500]

    init(count: Int) throws {
        guard let point = ExtensionPointIdentifier(rawValue: "com.apple.share-services") else {
            throw BenchmarkError("the share point has no identifier")
        }
        self.point = point
        for _ in 0..<count {
            let value: PropertyListValue
            switch generator.below(10) {
            case 0: value = .string("TRUEPREDICATE")
            case 1...5: value = .dictionary(dictionary())
            default: value = .string(predicate())
            }
            attributes.append(["NSExtensionActivationRule": value])
            rules.append(ActivationRule(attributes: ["NSExtensionActivationRule": value], point: point))
            floor.append(
                floor_rule(
                    accepted: generator.next() & generator.next() & 0xFFFF_FFFF, most: UInt32(generator.below(10)),
                    every: UInt32(generator.below(2))))
        }
    }

    private mutating func dictionary() -> [String: PropertyListValue] {
        var result: [String: PropertyListValue] = [:]
        for kind in AttachmentKind.allCases where generator.below(2) == 0 {
            result[kind.key] = kind == .text ? .boolean(true) : .integer(generator.element(of: Self.counts))
        }
        if generator.below(5) == 0 { result["NSExtensionActivationDictionaryVersion"] = .integer(2) }
        if generator.below(5) == 0 {
            result["NSExtensionActivationSupportsAttachmentsWithMaxCount"] = .integer(
                generator.element(of: Self.counts))
        }
        return result
    }

    private mutating func predicate() -> String {
        let parts = (0..<(generator.below(4) == 0 ? 3 : 1)).map { _ in
            let conditions = (0...generator.below(9)).map { _ in
                "ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \"\(generator.element(of: Self.types))\""
            }
            let attachments =
                "SUBQUERY ($extensionItem.attachments, $attachment, \(conditions.joined(separator: " || ")))"
            let comparison = generator.element(of: [
                "== $extensionItem.attachments.@count", "== $extensionItem.attachments.@count", "> 0", ">= 1",
                "<= \(generator.element(of: Self.counts))", "== 1",
            ])
            let number = generator.element(of: ["== 1", ">= 1", "> 0"])
            return "SUBQUERY (extensionItems, $extensionItem, \(attachments).@count \(comparison)).@count \(number)"
        }
        return parts.joined(separator: " OR ")
    }
}

/// Numbers that look like chance and are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func below(_ bound: UInt64) -> UInt64 { next() % bound }

    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int(next() % UInt64(elements.count))]
    }
}
