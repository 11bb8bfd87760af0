import Glibc
package import SystemPackage
import Testing

/// Gives a test a new folder, which is removed with the files in it when the test is done.
///
/// - Throws: what `body` throws, or an error of Swift Testing if the folder cannot be created.
package func withTemporaryFolder(_ body: (FilePath) async throws -> Void) async throws {
    let template = strdup("/tmp/appex-test-XXXXXX")
    defer { free(template) }
    let name = String(cString: try #require(template.flatMap { mkdtemp($0) }))
    let folder = FilePath(name)
    defer {
        if let directory = opendir(name) {
            while let entry = readdir(directory) {
                let file = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                unlink(folder.appending(file).string)
            }
            closedir(directory)
        }
        rmdir(name)
    }
    try await body(folder)
}
