/// The classes of a module that have a name of their own for Objective-C.
///
/// The name is in the attribute `@objc(Name)`, or in the comment `/* @objc(Name) */` that the rewriting of a source leaves in
/// its place.
enum ObjectiveCClassNames {
    /// The Swift names of the classes by their Objective-C names.
    static func find(in sources: [String]) -> [String: String] {
        var names: [String: String] = [:]
        for source in sources where source.contains("@objc(") {
            // A line of comment is no declaration.
            let code = source.split(whereSeparator: \.isNewline).filter {
                !$0.drop(while: \.isWhitespace).hasPrefix("//")
            }
            .joined(separator: "\n")
            for match in code.matches(
                of:
                    /@objc\(\s*(\w+)\s*\)\s*(?:\*\/\s*)?(?:(?:@\w+(?:\(\w*\))?|final|public|open|internal)\s+)*class\s+`?(\w+)/
            ) {
                let (name, type) = (match.output.1, match.output.2)
                guard EntryPoint.isSwiftIdentifier(name), EntryPoint.isSwiftIdentifier(type) else { continue }
                names[String(name)] = String(type)
            }
        }
        return names
    }
}
