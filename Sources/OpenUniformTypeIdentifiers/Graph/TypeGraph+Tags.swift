import Synchronization

extension TypeGraph {
    /// The identifiers of the declared types that have a tag, the preferred one first: system types, then exported,
    /// then imported ones, each in the order of declaration.
    ///
    /// - Parameters:
    ///   - tag: compared without regard to ASCII case.
    ///   - tagClass: the identifier of the tag's class.
    ///   - parent: a type that the results conform to; nil for any.
    package func types(tag: String, tagClass: String, conformingTo parent: String?) -> [String] {
        let names = tagIndex.numbers(of: tag.lowercasedASCII, tagClass: tagClass, in: self).map(name)
        guard let parent else { return names }
        return names.filter { identifier($0, conformsTo: parent) }
    }

    /// The tags of a type, preferred ones first; empty if it has none.
    ///
    /// Malformed tags are left out, because a declaration or a dynamic identifier can contain anything and an extension
    /// becomes part of a file name.
    package func tags(of identifier: String) -> [UTTagClass: [String]] {
        let all = declaration(of: identifier)?.tags ?? DynamicType(identifier.lowercasedASCII)?.tags ?? [:]
        var tags: [UTTagClass: [String]] = [:]
        for tagClass in UTTagClass.standard {
            let usable = (all[tagClass.rawValue] ?? []).filter(tagClass.isTag)
            if !usable.isEmpty { tags[tagClass] = usable }
        }
        return tags
    }

    /// Maps tags to types. It is built at the first use, because many processes never need it.
    final class TagIndex: Sendable {
        private let tables = Mutex<[String: [String: [Int]]]?>(nil)

        /// The numbers of the types that have a tag, preferred ones first.
        ///
        /// - Parameter tag: the tag in lower case.
        func numbers(of tag: String, tagClass: String, in graph: TypeGraph) -> [Int] {
            tables.withLock { tables in
                let made = tables ?? Self.make(graph)
                tables = made
                return made[tagClass]?[tag] ?? []
            }
        }

        private static func make(_ graph: TypeGraph) -> [String: [String: [Int]]] {
            var extensions: [String: [Int]] = [:]
            var mimeTypes: [String: [Int]] = [:]
            for origin in [TypeDeclaration.Origin.system, .exported, .imported] {
                for (number, node) in graph.nodes.enumerated() {
                    guard let line = node.line, line.origin == origin else { continue }
                    var reader = TypeLineReader(graph.text, from: line.start)
                    reader.skipField()
                    reader.skipField()
                    for tag in reader.words() { extensions[tag.lowercasedASCII, default: []].append(number) }
                    for tag in reader.words() { mimeTypes[tag.lowercasedASCII, default: []].append(number) }
                }
            }
            return [UTTagClass.filenameExtension.rawValue: extensions, UTTagClass.mimeType.rawValue: mimeTypes]
        }
    }
}
