/// Writes the code at the end of a file that registers the file's classes and members.
struct RegistrationWriter {
    private struct Group {
        var owner: String
        var conditions: [String]
        var registrations: [Registration]
    }

    /// The name of the function that registers everything in the file.
    let function: String
    private var groups: [Group] = []
    private var positions: [[String]: Int] = [:]

    /// Makes a writer for one file.
    ///
    /// - Parameter function: the name of the function, which no other file has.
    init(function: String) { self.function = function }

    private var byteCount = 0

    /// Whether there is more code than one file gets.
    var isTooLarge: Bool { byteCount > ParsedFile.maximumGenerated }

    /// Whether nothing is registered.
    var isEmpty: Bool { groups.isEmpty }

    /// Adds a registration after the others of its type.
    mutating func add(_ registration: Registration) {
        byteCount += registration.statement.utf8.count + registration.owner.utf8.count
        for condition in registration.typeConditions + registration.memberConditions {
            byteCount += condition.utf8.count
        }
        let key = [registration.owner] + registration.typeConditions
        if let position = positions[key] {
            groups[position].registrations.append(registration)
        } else {
            positions[key] = groups.count
            groups.append(
                Group(
                    owner: registration.owner, conditions: registration.typeConditions, registrations: [registration]))
        }
    }

    /// The lines of the code.
    ///
    /// The functions are in extensions of the types, so that they can use private members.
    var lines: [String] {
        var lines: [String] = []
        var calls: [String] = []
        for (index, group) in groups.enumerated() {
            let suffix = group.owner.filter { $0.isLetter || $0.isNumber }
            let name = "\(function)\(suffix)\(index + 1)"
            lines += Self.within(
                group.conditions,
                [
                    "",
                    "extension \(group.owner) {",
                    "    @MainActor fileprivate static func \(name)() {",
                ]
                    + group.registrations.flatMap { registration in
                        Self.within(registration.memberConditions, ["        \(registration.statement)"])
                    } + ["    }", "}"])
            calls += Self.within(group.conditions, ["    \(group.owner).\(name)()"])
        }
        return lines + ["", "@MainActor func \(function)() {"] + calls + ["}"]
    }

    /// Lines within `#if` blocks.
    static func within(_ conditions: [String], _ lines: [String]) -> [String] {
        conditions.map { "#if \($0)" } + lines + conditions.map { _ in "#endif" }
    }
}
