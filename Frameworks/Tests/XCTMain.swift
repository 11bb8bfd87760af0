import Testing

/// Runs the tests of Swift Testing.
///
/// SwiftPM uses a file of this name instead of a program that it generates. It would also look for tests of XCTest, of which there are
/// none, in the index of the compiler. Without that, an index is not needed, which takes a sixth of the compiler's time.
@main struct TestProgram {
    static func main() async {
        let arguments = CommandLine.arguments
        guard zip(arguments, arguments.dropFirst()).contains(where: { $0 == ("--testing-library", "swift-testing") })
        else {
            // `swift test` asks for the tests of XCTest, and runs them.
            if arguments.contains("--dump-tests-json") { print(#"{"name": "All tests", "tests": []}"#) }
            return
        }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
