import AppexProtocol
import AppexSystem
import CFloor
import Foundation
import OpenExtensionFoundation
import OpenExtensionKit
import OpenFoundation
import SystemPackage

/// A photograph of 12 million pixels in Darkroom's extension Film: until the first preview, a step of a slider, and the
/// result, beside libvips alone. Neither the extension nor the decoder of the host runs at the beginning of a round.
enum PhotoEditing: Case {
    static let name = "photo-editing"

    private static let rounds = Repetitions.of(11)
    private static let steps = Repetitions.of(20)
    /// Milliseconds that the first preview may take longer than decoding the photograph.
    private static let previewGoal = 250.0
    /// Milliseconds.
    private static let stepLimit = 50.0
    private static let resultGoal = 1.2
    /// Seconds for which the extension stays, so that the peak of its memory can be read.
    private static let linger = 0.5

    /// What is measured in each round.
    private struct Times {
        var placeholder: [Int64] = []
        var preview: [Int64] = []
        var decoding: [Int64] = []
        var step: [Int64] = []
        var result: [Int64] = []
        var rendering: [Int64] = []
        var peak: [Int64] = []
        var floorPeak: [Int64] = []
    }

    static func measure() async throws -> [Measurement] {
        guard let apps = CurrentProcess.environment["APPEX_BENCH_APPS"] else {
            throw BenchmarkError("APPEX_BENCH_APPS names no folder with Darkroom; run Scripts/bench")
        }
        let device = try await BenchDevice(linger: linger, [])
        let floor = try FilmFloor(in: device.folder)
        let host = device.host()
        _ = try await host.administration.install("\(apps)/Darkroom.app", acceptsUntrusted: true)
        let film = try await host.extension(FilmSession.extensionIdentifier)
        var times = Times()
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            if round == 1 { times = Times() }
            try await edit(floor, host, film, device, &times)
            // The session has been released, and with it what keeps the extension.
            try await host.awaitEnd(of: film.bundleIdentifier)
        }
        let inBrowser = try await browser(device, floor)
        await device.remove()
        return measurements(of: times) + inBrowser
    }

    private static func edit(
        _ floor: FilmFloor, _ host: ExtensionHost, _ film: AppExtensionIdentity, _ device: BenchDevice,
        _ times: inout Times
    ) async throws {
        times.decoding.append(try floor.preview().time)
        ProcessDecoder.use(try HostDecoder.decoder(for: device.place, environment: device.environment))
        var (session, beginning) = try await FilmSession.begin(floor.photograph, on: host, with: film)
        times.placeholder.append(beginning.placeholder)
        times.preview.append(beginning.preview)
        try await session.setRecipe()
        times.step += try await session.steps(steps)

        let rendering = try floor.render()
        times.rendering.append(rendering.time)
        times.floorPeak.append(rendering.peak)
        let start = floor_now()
        let edit = try await session.session.finish()
        times.result.append(floor_now() - start)
        guard try floor.isResult(edit.rendition) else {
            throw BenchmarkError("Film has not rendered what libvips renders with the same operations")
        }
        let process = try await host.extensionProcesses().first { $0.identifier == film.bundleIdentifier }
        guard let process else { throw BenchmarkError("Film ended before its memory was read") }
        times.peak.append(try ProcessMemory.peak(of: process.pid))
    }

    private static func measurements(of times: Times) -> [Measurement] {
        let decoding = times.decoding.median / 1e6
        return [
            Measurement(
                name: "edit to the photograph in the view, cold", unit: "ms", ours: times.placeholder.median / 1e6,
                floor: decoding, iterations: rounds),
            Measurement(
                name: "edit to the first preview of the extension, cold", unit: "ms",
                ours: times.preview.median / 1e6, floor: decoding, goal: (decoding + previewGoal) / decoding,
                iterations: rounds),
            Measurement(
                name: "a slider's step to its preview in the host", unit: "ms", ours: times.step.median / 1e6,
                limit: stepLimit, iterations: times.step.count),
            Measurement(
                name: "Done to the checked result, 12 megapixels", unit: "ms", ours: times.result.median / 1e6,
                floor: times.rendering.median / 1e6, goal: resultGoal, iterations: rounds),
            Measurement(
                name: "the extension's memory at the peak", unit: "MiB", ours: times.peak.median / 1024,
                floor: times.floorPeak.median / 1024, iterations: rounds),
        ]
    }

    /// The page of the web device, in which the picture has to be decoded and drawn.
    private static func browser(_ device: BenchDevice, _ floor: FilmFloor) async throws -> [Measurement] {
        let environment = CurrentProcess.environment
        guard let python = environment["APPEX_BENCH_PYTHON"], let folder = environment["APPEX_BENCH_BROWSER"] else {
            throw BenchmarkError("APPEX_BENCH_PYTHON names no Python that can drive a browser; run Scripts/bench")
        }
        let program = try ExtensionUnderTest.program("appex")
        let words =
            ["env"] + device.environment.map { "\($0.key)=\($0.value)" }
            + [
                python, "\(folder)/measure_photos.py", program.string,
                floor.photograph.deletingLastPathComponent().path,
            ]
        let meanings = [
            "step": ("a slider's step to its preview in the browser", stepLimit),
            "picture": ("of that, Chromium loads, decodes and draws the preview", nil),
        ]
        return try Command.lines(words).map { line in
            let times = line.split(separator: " ")
            guard let name = times.first, let (meaning, limit) = meanings[String(name)] else {
                throw BenchmarkError("the browser's part said: \(line)")
            }
            let microseconds = times.dropFirst().compactMap { Double($0) }.map { Int64($0 * 1000) }
            return Measurement(
                name: meaning, unit: "ms", ours: microseconds.median / 1000, limit: limit,
                iterations: microseconds.count)
        }
    }
}
