import Synchronization

extension TypeGraph {
    /// The identifiers of the declared types that have a tag, the preferred one first: the system's before exported
    /// ones before imported ones, then in the order of declaration.
    ///
    /// - Parameters:
    ///   - tag: compared without regard to ASCII case
    ///   - tagClass: the identifier of the tag's class
    ///   - parent: what the types conform to, nil for anything
    package func types(tag: String, tagClass: String, conformingTo parent: String?) -> [String] {
        let names = tagIndex.numbers(of: tag.lowercasedASCII, tagClass: tagClass, in: self).map(name)
        guard let parent else { return names }
        return names.filter { identifier($0, conformsTo: parent) }
    }

    /// The tags of a type, preferred ones first; empty when it has none.
    ///
    /// What cannot be a tag is left out: an extension becomes part of a file's name, and a declaration and a dynamic
    /// identifier can say anything.
    package func tags(of identifier: String) -> [UTTagClass: [String]] {
        let all = declaration(of: identifier)?.tags ?? DynamicType(identifier.lowercasedASCII)?.tags ?? [:]
        var tags: [UTTagClass: [String]] = [:]
        for tagClass in UTTagClass.standard {
            let usable = (all[tagClass.rawValue] ?? []).filter(tagClass.isTag)
            if !usable.isEmpty { tags[tagClass] = usable }
        }
        return tags
    }

    /// From tag to types, made when it is first asked: many a process never asks.
    final class TagIndex: Sendable {
        private let tables = Mutex<[String: [String: [Int]]]?>(nil)

        /// The numbers of the types that have a tag, preferred ones first.
        ///
        /// - Parameter tag: in lower case
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
