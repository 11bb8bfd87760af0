import LibFuzzer

/// Called by libFuzzer with each input it makes up. A trap, or what is thrown here, is a finding.
@c(LLVMFuzzerTestOneInput)
public func readOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    LibFuzzer.run {
        _ = try HostilePredicate.read(
            String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
    }
}

/// Called by libFuzzer before it reads its corpus.
@c(LLVMFuzzerInitialize)
public func writeSeeds(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    LibFuzzer.writeSeeds((PredicateSamples.texts + PredicateSamples.pieces).map { Array($0.utf8) }, named: "predicate")
}
