import AppexSystem
import Foundation
import OpenExtensionKit

/// From the bytes of a photograph of 12 million pixels to its pixels: in the process that asks, and by a helper, by turns.
enum Decoding: Case {
    static let name = "decoding"

    private static let size = (width: 4000, height: 3000)
    private static let rounds = Repetitions.of(20)
    private static let coldRounds = Repetitions.of(10)
    /// What a helper that runs may add, in milliseconds.
    private static let goal = 3.0

    static func measure() async throws -> [Measurement] {
        let photo = try photograph()
        let device = try await BenchDevice(linger: 0, [])
        let helper = try HostDecoder.decoder(for: device.place, environment: device.environment)
        var times = (here: [Int64](), warm: [Int64](), cold: [Int64]())
        // The first round starts the helper, fills caches and is not counted.
        for round in 0...rounds {
            if round == 1 { times = ([], [], []) }
            times.here.append(try time(of: photo, by: LocalDecoder()))
            times.warm.append(try time(of: photo, by: helper))
        }
        for _ in 0..<coldRounds {
            let fresh = try HostDecoder.decoder(for: device.place, environment: device.environment)
            times.cold.append(try time(of: photo, by: fresh))
        }
        await device.remove()
        let (here, warm, cold) = (times.here.median / 1e6, times.warm.median / 1e6, times.cold.median / 1e6)
        return [
            Measurement(
                name: "12-megapixel JPEG decoded by a helper", unit: "ms", ours: warm, floor: here,
                goal: (here + goal) / here, iterations: rounds),
            Measurement(
                name: "what a helper adds to decoding", unit: "ms", ours: warm - here, limit: goal,
                iterations: rounds),
            Measurement(
                name: "the same by a helper that has to be started", unit: "ms", ours: cold, floor: here,
                iterations: coldRounds),
        ]
    }

    private static func time(of photo: Data, by decoder: some ContentDecoder) throws -> Int64 {
        let begun = ContinuousClock.now
        let decoded = try decoder.pixels(of: photo, width: size.width, height: size.height)
        let time = (ContinuousClock.now - begun).nanoseconds
        guard decoded?.pixels.count == size.width * size.height * 4 else {
            throw BenchmarkError("the photograph could not be decoded")
        }
        return time
    }

    /// A photograph has areas of slowly changing colour with a little noise.
    private static func photograph() throws -> Data {
        var state: UInt64 = 7
        var pixels = Data(count: size.width * size.height * 4)
        pixels.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            for index in 0..<size.width * size.height {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let noise = Int(state >> 60)
                let (x, y) = (index % size.width, index / size.width)
                for (channel, value) in [x / 20 + noise, y / 15 + noise, (x + y) / 40 + noise, 255].enumerated() {
                    bytes[index * 4 + channel] = UInt8(clamping: value)
                }
            }
        }
        guard let file = LocalDecoder.file(ofPixels: pixels, size: size, target: size, quality: 85) else {
            throw BenchmarkError("no photograph could be made; is libvips42 installed?")
        }
        return file
    }
}
