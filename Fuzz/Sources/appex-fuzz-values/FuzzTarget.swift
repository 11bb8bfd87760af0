import AppexProtocol
import AppexWire
import LibFuzzer

/// Called by libFuzzer with each input it makes up, which is read as a value of another process. A trap, or what is
/// thrown here, is a finding.
@c(LLVMFuzzerTestOneInput)
public func readOneValue(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    LibFuzzer.run { _ = try ValueReader.read([UInt8](UnsafeBufferPointer(start: bytes, count: count))) }
}

/// Called by libFuzzer before it reads its corpus.
@c(LLVMFuzzerInitialize)
public func writeValues(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    var random = RandomValue(seed: 1, classNames: NameableClasses.names)
    return LibFuzzer.writeSeeds((0..<400).compactMap { _ in try? random.value().wireBytes() }, named: "value")
}
