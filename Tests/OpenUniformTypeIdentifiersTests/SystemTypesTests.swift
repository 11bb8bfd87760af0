import Testing

@testable import OpenUniformTypeIdentifiers

@Suite struct SystemTypesTests {
    /// The first words of the lines, read another way than the graph does.
    static let identifiers = SystemTypes.table.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }

    static let declarations = identifiers.compactMap { TypeGraph.system.declaration(of: $0) }

    @Test("The table has at least 240 types, each once, with a description, under known parents")
    func sane() {
        let identifiers = Self.identifiers
        #expect(identifiers.count >= 240)
        #expect(Self.declarations.map(\.identifier) == identifiers)
        #expect(Set(identifiers).count == identifiers.count)
        #expect(identifiers.allSatisfy { $0 == $0.lowercased() })
        for declaration in Self.declarations {
            #expect(declaration.description != nil, "\(declaration.identifier)")
            for parent in declaration.parents { #expect(identifiers.contains(parent), "\(declaration.identifier)") }
            for (tagClass, tags) in declaration.tags {
                for tag in tags {
                    #expect(UTTagClass(rawValue: tagClass).isTag(tag), "\(declaration.identifier) \(tag)")
                }
            }
        }
    }

    @Test("No link of the table is left out: there is no circle in it")
    func noCircle() {
        for declaration in Self.declarations {
            for parent in declaration.parents {
                #expect(TypeGraph.system.identifier(declaration.identifier, conformsTo: parent))
            }
        }
    }

    @Test("Every file extension leads back to a type that has it, and so does every MIME type")
    func tagsLeadBack() {
        for declaration in Self.declarations {
            for (tagClass, tags) in declaration.tags {
                for tag in tags {
                    let types = TypeGraph.system.types(tag: tag, tagClass: tagClass, conformingTo: nil)
                    #expect(types.contains(declaration.identifier), "\(tag)")
                }
            }
        }
    }

    @Test("Conformance of the system's types is a partial order")
    func partialOrder() {
        let sets = Dictionary(
            uniqueKeysWithValues: Self.declarations.map {
                ($0.identifier, TypeGraph.system.conformances(of: $0.identifier))
            })
        for (identifier, above) in sets {
            #expect(above.contains(identifier))
            for other in above where other != identifier {
                #expect(sets[other]?.contains(identifier) == false, "\(identifier) and \(other)")
                #expect(sets[other]?.isSubset(of: above) == true, "\(identifier) and \(other)")
            }
        }
    }
}
