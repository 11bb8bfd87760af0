import Testing

/// Runs the tests of Swift Testing.
///
/// SwiftPM uses a file of this name instead of a program that it generates. It would also look for tests of XCTest, of which there are
/// none, in the index of the compiler. Without that, an index is not needed, which takes a sixth of the compiler's time.
@main struct TestProgram {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
