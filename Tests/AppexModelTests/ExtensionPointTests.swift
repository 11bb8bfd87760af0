import Testing

@testable import AppexModel

/// The catalogue of extension points, of which everything else asks what a point is.
@Suite struct ExtensionPointTests {
    private static func point(_ identifier: String) throws -> ExtensionPoint {
        ExtensionPoint(try #require(ExtensionPointIdentifier(rawValue: identifier)))
    }

    @Test func `each point has a valid identifier of its own`() {
        let identifiers = ExtensionPoint.catalogue.map(\.identifier.rawValue)
        for identifier in identifiers {
            #expect(ExtensionPointIdentifier(rawValue: identifier) != nil, "\(identifier)")
        }
        #expect(Set(identifiers).count == identifiers.count)
        #expect(identifiers.count > 50)
        #expect(identifiers == identifiers.sorted())
    }

    @Test func `each point is described in words that fit into a sentence`() {
        for point in ExtensionPoint.catalogue {
            #expect(point.name?.isEmpty == false && point.availability?.isEmpty == false, "\(point.identifier)")
            for words in [point.principalObject, point.reasonToAsk].compactMap({ $0 }) + point.hosts {
                #expect(!words.hasSuffix(".") && words.first?.isUppercase == false, "\(point.identifier): \(words)")
            }
        }
    }

    @Test func `no point has a key twice in one place`() {
        for point in ExtensionPoint.catalogue {
            let keys = point.keys.map { "\($0.place) \($0.name)" }
            #expect(Set(keys).count == keys.count, "\(point.identifier)")
        }
    }

    @Test func `a share sheet shows the share extensions before the actions`() {
        #expect(
            ExtensionPoint.ofShareSheet.map(\.identifier.rawValue)
                == ["com.apple.share-services", "com.apple.ui-services", "com.apple.services"])
        #expect(ExtensionPoint.ofShareSheet.map(\.sheetSection) == [.share, .action, .action])
    }

    @Test func `a point that a host defines has the limits of a share extension, and is on`() throws {
        let (own, share) = (try Self.point("org.example.host.filter"), try Self.point("com.apple.share-services"))
        #expect(own.name == nil && own.style == nil && own.isOnByDefault && !own.needsRule)
        #expect(own.memory == share.memory && own.requestLifetime == share.requestLifetime)
        #expect(ExtensionLimits(point: own.identifier) == ExtensionLimits())
        #expect(ExtensionPoint.named("org.example.host.filter") == nil)
        #expect(ExtensionPoint.named("not an identifier") == nil)
    }

    @Test(arguments: [
        ("com.apple.keyboard-service", PointAccess(groups: .read, allowsNetwork: false)),
        ("com.apple.widget-extension", PointAccess(urls: .any)),
        ("com.apple.message-payload-provider", PointAccess(urls: .containingApp, allowsCamera: true)),
        ("com.apple.share-services", PointAccess()),
    ])
    func `what extensions may use depends on the point`(identifier: String, access: PointAccess) throws {
        #expect(try Self.point(identifier).access == access)
    }

    @Test(
        arguments: [
            (PointKey.ValueType.boolean, [.boolean(false), .integer(1)], [.integer(2), .string("YES")]),
            (.number, [.integer(7), .real(0.5)], [.string("7"), .boolean(true)]),
            (.string, [.string("")], [.integer(0)]),
            (.strings, [.array([]), .array([.string("a")])], [.string("a"), .array([.string("a"), .integer(1)])]),
            (.stringOrStrings, [.string("a"), .array([.string("a")])], [.array([.integer(1)]), .boolean(true)]),
            (.dictionary, [.dictionary([:])], [.array([]), .string("a")]),
            (
                .dictionaries, [.array([.dictionary([:])])],
                [.dictionary([:]), .array([.dictionary([:]), .string("a")])]
            ),
            (.stringOrDictionary, [.string("a"), .dictionary([:])], [.array([]), .boolean(true)]),
        ] as [(PointKey.ValueType, [PropertyListValue], [PropertyListValue])])
    func `a key accepts values of its type and no others`(
        type: PointKey.ValueType, accepted: [PropertyListValue], refused: [PropertyListValue]
    ) {
        for value in accepted { #expect(type.accepts(value), "\(value)") }
        for value in refused { #expect(!type.accepts(value), "\(value)") }
    }
}
