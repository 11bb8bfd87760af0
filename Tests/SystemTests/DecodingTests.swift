import AppexDecoding
import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
@testable import OpenFoundation
import OpenUIKit
import SystemPackage
import TestSupport
import Testing

/// Pictures and archives in a helper process, as a host has them read.
@Suite(.timeLimit(.minutes(30))) struct DecodingTests {
    /// What tests need of a host's decoder.
    private struct Decoding {
        let device: TestDevice
        let decoder: HelperDecoder

        init(_ device: TestDevice, linger: Duration = .seconds(600)) throws {
            self.device = device
            var patience = HelperDecoder.Patience()
            patience.linger = linger
            decoder = try HostDecoder.decoder(
                for: device.place, environment: device.environment, patience: patience)
        }

        /// Decodes away from the test's thread: the call blocks.
        func pixels(of picture: Data, width: Int = 8, height: Int = 8) async throws -> DecodedPixels? {
            try await Self.blocking { try decoder.pixels(of: picture, width: width, height: height) }
        }

        static func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
            }
        }
    }

    /// The helpers of a device.
    private func helpers(_ device: TestDevice) async throws -> [ProcessRecord] {
        try await device.host().broker.call(BrokerInterface.Processes()).0.elements.filter { $0.role == .decoder }
    }

    private static func photo(_ format: String = "jpeg") throws -> Data {
        let size = CGSize(width: 64, height: 32)
        let image = UIGraphicsImageRenderer(size: size).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(origin: .zero, size: size))
        }
        return try #require(format == "png" ? image.pngData() : image.jpegData(compressionQuality: 1))
    }

    @Test func `a host's picture is decoded in a process of its own, as it would be here`() async throws {
        try await TestDevice.with { device in
            let decoding = try Decoding(device)
            let photo = try Self.photo()
            let decoded = try #require(try await decoding.pixels(of: photo))
            let here = try #require(try LocalDecoder().pixels(of: photo, width: 8, height: 8))
            #expect(decoded.pixels == here.pixels)
            #expect(decoded.isOpaque == here.isOpaque)
            let decoder = decoding.decoder
            let header = try await Decoding.blocking { try decoder.header(of: photo) }
            #expect(header == PictureHeader(width: 64, height: 32, orientation: 1))
            for quality in [nil, 90] {
                let file = try await Decoding.blocking {
                    try decoder.file(of: photo, width: 8, height: 8, quality: quality)
                }
                #expect(try #require(file.flatMap { UIImage(data: $0) }).size == CGSize(width: 8, height: 8))
            }
            #expect(try await helpers(device).count == 1)
        }
    }

    /// 16 by 16 red pixels.
    private static let avif =
        "AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA"
        + "AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAIAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA"
        + "AGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAQAAAACAAA"
        + "ABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAAChtZGF0EgAKCBgMv7BAgIGhMhIQAAAAF4loo+53QtGDp9uK"
        + "2+A="

    @Test func `a helper loads no module of libvips until a HEIF picture comes, and then that one`() async throws {
        try await TestDevice.with { device in
            let decoding = try Decoding(device)
            #expect(try await decoding.pixels(of: Data("%PDF-1.4 and more".utf8)) == nil)
            #expect(try await decoding.pixels(of: try Self.photo()) != nil)
            let helper = try #require(try await helpers(device).first).pid
            func modules() throws -> Set<Substring> {
                let maps = try String(contentsOf: URL(fileURLWithPath: "/proc/\(helper)/maps"), encoding: .utf8)
                return Set(maps.split(separator: "\n").compactMap { $0.split(separator: "/").last })
                    .filter { $0.hasPrefix("vips-") }
            }
            #expect(try modules().isEmpty)
            // Nil where this libvips reads no AVIF at all.
            let here = try LocalDecoder().pixels(of: #require(Data(base64Encoded: Self.avif)), width: 16, height: 16)
            let decoded = try await decoding.pixels(
                of: #require(Data(base64Encoded: Self.avif)), width: 16, height: 16)
            #expect(decoded?.pixels == here?.pixels)
            #expect(try modules().subtracting(["vips-heif.so"]).isEmpty)
        }
    }

    @Test func `a helper that was prepared is there when the first picture comes`() async throws {
        try await TestDevice.with { device in
            let decoding = try Decoding(device)
            decoding.decoder.prepare()
            try await eventually("the helper runs") { try await helpers(device).count == 1 }
            let prepared = try #require(try await helpers(device).first).pid
            #expect(try await decoding.pixels(of: try Self.photo()) != nil)
            #expect(try await helpers(device).map(\.pid) == [prepared])
        }
    }

    @Test func `a host whose helper is killed gets one error, and its next picture a new helper`() async throws {
        try await TestDevice.with { device in
            let decoding = try Decoding(device)
            let photo = try Self.photo()
            _ = try await decoding.pixels(of: photo)
            let first = try #require(try await helpers(device).first).pid
            sendSignal(SIGKILL, to: first)
            _ = try await ProcessEnd.of(first)
            // The end may be seen before the next picture, which then gets a new helper at once.
            _ = try? await decoding.pixels(of: photo)
            #expect(try await decoding.pixels(of: photo) != nil)
            let second = try #require(try await helpers(device).first).pid
            #expect(second != first)
        }
    }

    @Test func `two hosts have two helpers, and each goes with its host`() async throws {
        try await TestDevice.with { device in
            let photo = try Self.photo()
            let first = try Decoding(device)
            _ = try await first.pixels(of: photo)
            do {
                let second = try Decoding(device)
                _ = try await second.pixels(of: photo)
                #expect(Set(try await helpers(device).map(\.pid)).count == 2)
            }
            try await eventually("the second host's helper has ended") { try await helpers(device).count == 1 }
            #expect(try await first.pixels(of: photo) != nil)
        }
    }

    @Test func `a helper that nobody uses ends after its moment, and with the broker`() async throws {
        try await TestDevice.with { device in
            let photo = try Self.photo()
            let brief = try Decoding(device, linger: .milliseconds(1))
            _ = try await brief.pixels(of: photo)
            try await eventually("it has ended") { try await helpers(device).isEmpty }
            let lasting = try Decoding(device)
            _ = try await lasting.pixels(of: photo)
            let helper = try #require(try await helpers(device).first).pid
            sendSignal(SIGKILL, to: try #require(device.broker))
            _ = try await ProcessEnd.of(helper)
            #expect(try await lasting.pixels(of: photo) != nil)
        }
    }

    @Test func `damaged and huge pictures are none, and harm no other`() async throws {
        try await TestDevice.with { device in
            let decoding = try Decoding(device)
            let photo = try Self.photo()
            for damaged in [Data(), Data([0]), photo.prefix(photo.count / 2), Data("%PDF-1.4".utf8)] {
                #expect(try await decoding.pixels(of: damaged) == nil)
            }
            // 65,535 pixels in a square: 17 GB, in 35 bytes.
            let bomb =
                Data("GIF89a".utf8) + Data([255, 255, 255, 255, 0, 0, 0, 0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0])
                + Data([2, 2, 0x4C, 1, 0, 0x3B])
            // No pixels, or a helper that ended for want of memory.
            let pixels = (try? await decoding.pixels(of: bomb)) ?? nil
            #expect(pixels == nil)
            #expect(UIImage(data: bomb) == nil)
            #expect(try await decoding.pixels(of: photo) != nil)
        }
    }

    @Test func `a helper sees its program and the system's libraries, and can write nowhere`() async throws {
        try await TestDevice.with { device in
            let decoding = try Decoding(device)
            _ = try await decoding.pixels(of: try Self.photo())
            let helper = try #require(try await helpers(device).first).pid
            let mounts = try String(contentsOf: URL(fileURLWithPath: "/proc/\(helper)/mountinfo"), encoding: .utf8)
                .split(separator: "\n").map { $0.split(separator: " ") }
            try #require(mounts.count > 3)
            let layers = try await device.host().broker.call(BrokerInterface.Layers()).0.elements
            guard layers.contains(where: { $0.name == "private read-only root" && $0.stands }) else { return }
            for mount in mounts {
                #expect(mount[5].hasPrefix("ro"), "\(mount)")
                #expect(!mount[4].hasPrefix("/home") && !mount[4].contains("Containers"), "\(mount)")
            }
            let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(helper)/environ"))
            let names = environment.split(separator: 0).map { String(decoding: $0.prefix { $0 != 61 }, as: UTF8.self) }
            #expect(!names.contains("HOME"))
        }
    }

    @Test func `a folder's archive is read by the helper, and made here`() async throws {
        try await TestDevice.with { device in
            let decoding = try Decoding(device)
            let folder = device.scratch.appendingPathComponent("Album")
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
            let large = Data((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8) })
            try large.write(to: folder.appendingPathComponent("inner/large"))
            try Data().write(to: folder.appendingPathComponent("empty"))
            let packed = try FolderArchive.make(of: folder)
            defer { packed.remove() }
            let archive = packed.url
            let target = device.scratch.appendingPathComponent("unpacked")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
            let decoder = decoding.decoder
            let made = try await Decoding.blocking {
                try FolderArchive.unpack(
                    Descriptor(opening: FilePath(archive.path), O_RDONLY), into: target, limit: 4 << 20, by: decoder)
            }
            #expect(made.lastPathComponent == "Album")
            #expect(try Data(contentsOf: made.appendingPathComponent("inner/large")) == large)
            #expect(try Data(contentsOf: made.appendingPathComponent("empty")).isEmpty)
            #expect(try await helpers(device).count == 1)
        }
    }

    @Test func `without the program there is an error that names it, and nothing is decoded here`() async throws {
        try await TestDevice.with(linger: 0.1, settings: ["APPEX_DECODER": "/nonexistent"]) { device in
            let decoding = try Decoding(device)
            let error = await #expect(throws: DecoderError.self) { try await decoding.pixels(of: try Self.photo()) }
            #expect("\(error as Any)".contains("appex-decode"))
        }
    }
}
