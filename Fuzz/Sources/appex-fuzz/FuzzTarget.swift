import Glibc

/// Called by libFuzzer with each input it makes up. A trap, or what is thrown here, is a finding.
@c(LLVMFuzzerTestOneInput)
public func readOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        _ = try HostileBytes.read(UnsafeRawBufferPointer(start: bytes, count: count))
    } catch {
        fatalError(error.what)
    }
    return 0
}

/// Called by libFuzzer before it reads its corpus: writes the samples into the folder that
/// APPEX_FUZZ_SEEDS names, so that it does not have to find out about frames by itself.
@c(LLVMFuzzerInitialize)
public func writeSeeds(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    guard let folder = getenv("APPEX_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    for (number, packet) in Samples.packets.enumerated() {
        guard let file = fopen("\(folder)/sample-\(number)", "w") else { continue }
        fwrite(packet, 1, packet.count, file)
        fclose(file)
    }
    return 0
}
