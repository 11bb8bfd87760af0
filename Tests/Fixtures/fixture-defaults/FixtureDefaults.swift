import Foundation
import OpenFoundation

typealias UserDefaults = OpenFoundation.UserDefaults

/// Sets keys of a suite, and prints the number of each when it is stored.
///
///     fixture-defaults SUITE PREFIX COUNT
@main enum FixtureDefaults {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]), let defaults = UserDefaults(suiteName: arguments[1])
        else { exit(64) }
        for number in 0..<count {
            // Now and then a value that the kernel writes in many pieces.
            let value = number % 100 == 99 ? String(repeating: "v", count: 100_000) : "value \(number)"
            defaults.set(value, forKey: "\(arguments[2])-\(number)")
            let line = Array("\(number)\n".utf8)
            line.withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
