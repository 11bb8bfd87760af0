import AppexModel
import SystemPackage
import Testing

@testable import AppexBroker

@Suite struct MemoryPressureTests {
    @Test(
        arguments: [
            ("some avg10=12.34 avg60=1.00 avg300=0.00 total=1\nfull avg10=99.00 avg60=0.00 total=1\n", 12.34),
            ("some avg10=0.00 avg60=50.00\n", 0), ("full avg10=5.00\n", nil), ("some avg10=\n", nil), ("", nil),
        ] as [(String, Double?)])
    func `of the kernel's lines that of the last ten seconds counts`(text: String, share: Double?) {
        #expect(MemoryPressure.stalledTime(in: text) == share)
    }

    @Test(
        arguments: [
            ("MemTotal:  1000 kB\nMemFree:  10 kB\nMemAvailable:  250 kB\n", 25),
            ("MemTotal:  1000 kB\nMemFree:  10 kB\n", nil), ("MemTotal: 0 kB\nMemAvailable: 0 kB\n", nil), ("", nil),
        ] as [(String, Double?)])
    func `what is available is a share of all memory`(text: String, share: Double?) {
        #expect(MemoryPressure.availableMemory(in: text) == share)
    }

    @Test func `what the kernel does not tell is no pressure`() {
        var limits = ParkingLimits()
        limits.availableMemory = 0
        #expect(!MemoryPressure(file: "/nowhere", limits: limits).isHigh)
        limits.availableMemory = 100
        #expect(MemoryPressure(file: "/nowhere", limits: limits).isHigh)
    }
}
