import Foundation
import Glibc
import LibFuzzer

/// Called by libFuzzer with each input it makes up. A trap, or what is thrown here, is a finding.
@c(LLVMFuzzerTestOneInput)
public func readOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    return LibFuzzer.run { _ = try HostileArchive(folder: scratch()).read(bytes) }
}

/// Where this process unpacks. It is empty after each input, and is made anew when it is gone.
private func scratch() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "appex-fuzz-archives-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}
