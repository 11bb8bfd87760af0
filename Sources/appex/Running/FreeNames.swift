import Foundation

/// The names of the files that one request has returned. Equal ones are distinguished by numbers: `name.jpg`, `name-2.jpg` and so
/// on. An extension chooses the names, so any number of them can be equal.
struct FreeNames {
    private var taken: Set<String> = []
    /// The last number of each name that has been taken twice.
    private var numbers: [String: Int] = [:]
    /// How many names have been tried.
    private(set) var attempts = 0

    /// Takes the name of a file, or the first free one with a number.
    mutating func take(_ url: URL) -> URL {
        if insert(url) { return url }
        let (folder, suffix) = (url.deletingLastPathComponent(), url.pathExtension)
        let stem = url.deletingPathExtension().lastPathComponent
        var number = numbers[url.path] ?? 1
        while true {
            number += 1
            let free = folder.appendingPathComponent(
                suffix.isEmpty ? "\(stem)-\(number)" : "\(stem)-\(number).\(suffix)")
            guard insert(free) else { continue }
            numbers[url.path] = number
            return free
        }
    }

    private mutating func insert(_ url: URL) -> Bool {
        attempts += 1
        return taken.insert(url.path).inserted
    }
}
