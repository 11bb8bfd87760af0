/// Finds the names in a source that Apple's frameworks have and that are missing here.
enum RemainingNames {
    /// The first use of each name, with its line. Names in comments and in the texts of strings are not uses.
    ///
    /// - Parameter names: the names that are looked for.
    /// - Parameter declared: the classes of the module, whose names are not Apple's.
    static func uses(
        in text: String, of names: [String: String], except declared: Set<String>
    ) -> [(name: String, line: Int)] {
        SourceWords.uses(in: text) { names[$0] != nil && !declared.contains($0) }
    }
}
