import LibFuzzer

/// Called by libFuzzer with each input it makes up. A trap, or what is thrown here, is a finding.
@c(LLVMFuzzerTestOneInput)
public func readOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    LibFuzzer.run { _ = try HostileBytes.read(UnsafeRawBufferPointer(start: bytes, count: count)) }
}

/// Called by libFuzzer before it reads its corpus.
@c(LLVMFuzzerInitialize)
public func writeSeeds(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    LibFuzzer.writeSeeds(Samples.packets, named: "sample")
}
