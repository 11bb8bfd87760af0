import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// What tells a photograph from one that replaces it: the size, and a digest of samples of the content.
///
/// It does not contain times, because copying a photograph changes them. It detects most replacements: another size, or
/// another content of a compressed picture, which differs nearly everywhere. In a file of more than 128 KiB it misses a
/// change of the same length between the samples, such as one of a few pixels of an uncompressed picture. It does not
/// withstand an attack.
struct PhotoStamp: Equatable, Sendable, Codable {
    /// The size in bytes.
    let size: Int
    /// The 64-bit FNV-1a hash of the samples, in hexadecimal digits.
    let digest: String

    /// The number of samples, which are evenly distributed and include the beginning and the end of the file.
    static let samples = 32
    /// The size of a sample in bytes.
    static let sampleBytes = 4096

    /// Reads the samples of a file.
    ///
    /// - Throws: `.invalidArgument` if it is not a regular file; otherwise the kernel's error.
    init(of file: URL) throws(Errno) {
        // `O_NONBLOCK`, because opening a pipe without a writer would block.
        let descriptor = try Descriptor(opening: FilePath(file.path), O_RDONLY | O_NONBLOCK | O_NOCTTY)
        size = try descriptor.receivedFileSize()
        let last = max(0, size - Self.sampleBytes)
        var bytes: [UInt8] = []
        for index in 0..<Self.samples {
            // Divided first, because the size is arbitrary.
            let step = last / (Self.samples - 1)
            let offset = index == Self.samples - 1 ? last : index * step
            var sample = [UInt8](repeating: 0, count: Self.sampleBytes)
            let count = retrying { pread(descriptor.rawValue, &sample, Self.sampleBytes, off_t(offset)) }
            guard count >= 0 else { throw .current }
            bytes += sample.prefix(count)
        }
        digest = String(DeviceLayout.fnv1a(bytes), radix: 16)
    }

    init(size: Int, digest: String) {
        self.size = size
        self.digest = digest
    }
}
