import Glibc

/// Called by libFuzzer with each input it makes up. A trap, or what is thrown here, is a finding.
@c(LLVMFuzzerTestOneInput)
public func readOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        _ = try HostilePredicate.read(text)
    } catch {
        fatalError(error.what)
    }
    return 0
}

/// Called by libFuzzer before it reads its corpus: writes the samples into the folder that
/// APPEX_FUZZ_SEEDS names, so that it does not have to find out about the language by itself.
@c(LLVMFuzzerInitialize)
public func writeSeeds(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    guard let folder = getenv("APPEX_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    for (number, text) in (PredicateSamples.texts + PredicateSamples.pieces).enumerated() {
        guard let file = fopen("\(folder)/predicate-\(number)", "w") else { continue }
        fwrite(text, 1, text.utf8.count, file)
        fclose(file)
    }
    return 0
}
