import LibFuzzer

/// Called by libFuzzer with each input it makes up. A trap, or what is thrown here, is a finding.
@c(LLVMFuzzerTestOneInput)
public func readOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    return LibFuzzer.run {
        _ = try HostileTerminalInput.read(bytes)
    }
}
