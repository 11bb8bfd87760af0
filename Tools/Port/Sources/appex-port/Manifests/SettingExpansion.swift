import AppexModel
import XcodeProjects

/// Expands the build settings in a property list, and reports those that are not defined.
struct SettingExpansion {
    /// The settings.
    let settings: BuildSettings
    /// The path of the property list, for notes.
    let file: String
    /// The settings that are not defined, each with the key of its first use.
    private(set) var undefined: [String: String] = [:]
    /// What was found.
    private(set) var notes: [ProjectNote] = []

    /// Creates an expansion for one file.
    init(settings: BuildSettings, file: String) {
        self.settings = settings
        self.file = file
    }

    /// Expands all strings of a value.
    ///
    /// - Parameter key: the keys from the root to the value, joined with dots.
    mutating func expand(_ value: PropertyListValue, key: String = "") -> PropertyListValue {
        switch value {
        case .string(let text):
            return .string(expand(text, key: key))
        case .array(let elements):
            var result: [PropertyListValue] = []
            for (index, element) in elements.enumerated() {
                result.append(expand(element, key: "\(key)[\(index)]"))
            }
            return .array(result)
        case .dictionary(let entries):
            var result: [String: PropertyListValue] = [:]
            for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
                result[name] = expand(entry, key: key.isEmpty ? name : "\(key).\(name)")
            }
            return .dictionary(result)
        default:
            return value
        }
    }

    private mutating func expand(_ text: String, key: String) -> String {
        guard text.contains("$") else { return text }
        let expansion = settings.expanding(text)
        for name in expansion.undefined.sorted() where undefined[name] == nil {
            undefined[name] = key
            notes.append(
                ProjectNote(
                    .warning, file: file,
                    "\(key) uses the build setting \(name), which is not defined and therefore empty. Give it by "
                        + "--setting \(name)=VALUE."))
        }
        for name in expansion.unbounded.sorted() {
            notes.append(
                ProjectNote(
                    .error, file: file,
                    "\(key) uses the build setting \(name), whose value refers to itself or is too long; it is empty here."
                ))
        }
        return expansion.text
    }
}
