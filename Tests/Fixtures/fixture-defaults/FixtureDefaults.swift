import Foundation
import OpenFoundation

typealias UserDefaults = OpenFoundation.UserDefaults

/// Sets keys of a suite, and prints the number of each when it is stored.
///
///     fixture-defaults SUITE PREFIX COUNT
///     fixture-defaults SUITE KEY COUNT again
///
/// The second form sets one key to each of the numbers in turn, beginning with 1; with 0 it removes the key.
@main enum FixtureDefaults {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4, let count = Int(arguments[3]), let defaults = UserDefaults(suiteName: arguments[1])
        else { exit(64) }
        if arguments.count == 5 {
            if count == 0 { defaults.removeObject(forKey: arguments[2]) }
            for number in 0..<count { defaults.set(number + 1, forKey: arguments[2]) }
            return
        }
        for number in 0..<count {
            // Now and then a value that the kernel writes in many pieces.
            let value = number % 100 == 99 ? String(repeating: "v", count: 100_000) : "value \(number)"
            defaults.set(value, forKey: "\(arguments[2])-\(number)")
            let line = Array("\(number)\n".utf8)
            line.withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
