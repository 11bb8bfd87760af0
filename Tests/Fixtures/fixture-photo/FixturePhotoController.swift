import Foundation
import Glibc
import OpenPhotosUI

/// A photo editing extension that returns what the name of the photograph says, and describes what it was given in the
/// adjustment data.
final class FixturePhotoController: UIViewController, PHContentEditingController {
    private static let format = "org.example.Fixtures.Photo"

    private let label = UILabel()
    private var input: PHContentEditingInput?
    private var placeholder: UIImage?
    private var calls: [String] = []
    private var attempts = 0
    /// A completion handler that is called after editing was cancelled.
    private var late: (@Sendable (PHContentEditingOutput?) -> Void)?
    /// Completion handlers that are never called.
    private var kept: [@Sendable (PHContentEditingOutput?) -> Void] = []

    private var behaviour: String {
        input?.fullSizeImageURL?.deletingPathExtension().lastPathComponent ?? ""
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        calls.append("viewDidLoad")
        label.text = "loaded"
        view.addSubview(label)
    }

    // MARK: PHContentEditingController

    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool {
        calls.append("canHandle")
        return adjustmentData.formatIdentifier == Self.format && adjustmentData.formatVersion == "1"
    }

    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage) {
        calls.append("start")
        input = contentEditingInput
        placeholder = placeholderImage
        label.text = "editing"
        switch behaviour {
        case "start-exits": exit(3)
        case "start-exits-One" where Bundle.main.bundleIdentifier?.hasSuffix(".One") == true: exit(3)
        case "start-hangs": while true { sleep(1000) }
        default: break
        }
    }

    func finishContentEditing(completionHandler: @escaping @Sendable (PHContentEditingOutput?) -> Void) {
        attempts += 1
        calls.append("finish")
        guard let input else { return completionHandler(nil) }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: Self.format, formatVersion: "1", data: Data(report(input).utf8))
        switch behaviour {
        case "finish-never": late = completionHandler
        case "finish-deaf": kept.append(completionHandler)
        case "finish-releases": break
        case "finish-nil": completionHandler(nil)
        case "finish-exits": exit(3)
        case "finish-second" where attempts == 1: completionHandler(nil)
        case "finish-twice":
            try? render(input, to: output.renderedContentURL)
            completionHandler(output)
            completionHandler(nil)
        default:
            try? fill(output, input)
            completionHandler(output)
        }
    }

    func cancelContentEditing() {
        print("cancelled")
        late?(input.map { PHContentEditingOutput(contentEditingInput: $0) })
    }

    var shouldShowCancelConfirmation: Bool { behaviour == "confirm" }

    // MARK: Results

    private func render(_ input: PHContentEditingInput, to file: URL) throws {
        guard let original = input.fullSizeImageURL else { throw CocoaError(.fileReadNoSuchFile) }
        guard input.fullSizeImageOrientation != 1 else {
            return try FileManager.default.copyItem(at: original, to: file)
        }
        try Self.withoutEXIF(try Data(contentsOf: original)).write(to: file)
    }

    /// A JPEG file without its EXIF segments, and so without an orientation.
    private static func withoutEXIF(_ jpeg: Data) -> Data {
        var (result, rest) = (jpeg.prefix(2), jpeg.dropFirst(2))
        while rest.count > 4, rest[rest.startIndex] == 0xFF, rest[rest.startIndex + 1] != 0xDA {
            let length = Int(rest[rest.startIndex + 2]) << 8 | Int(rest[rest.startIndex + 3])
            if rest[rest.startIndex + 1] != 0xE1 { result += rest.prefix(length + 2) }
            rest = rest.dropFirst(length + 2)
        }
        return result + rest
    }

    /// Fills a result as the name of the photograph says.
    private func fill(_ output: PHContentEditingOutput, _ input: PHContentEditingInput) throws {
        let file = output.renderedContentURL
        let format = (Self.format, "1")
        func adjustment(_ bytes: Int) -> PHAdjustmentData {
            PHAdjustmentData(formatIdentifier: format.0, formatVersion: format.1, data: Data(count: bytes))
        }
        switch behaviour {
        case "adjustment-missing": output.adjustmentData = nil
        case "adjustment-empty": output.adjustmentData = adjustment(0)
        case "adjustment-limit": output.adjustmentData = adjustment(2 << 20)
        case "adjustment-large": output.adjustmentData = adjustment(2 << 20 + 1)
        case "adjustment-huge": output.adjustmentData = adjustment(5 << 20)
        case "rendition-missing": return
        case "rendition-empty": return try Data().write(to: file)
        case "rendition-text": return try Data("This is not a picture.".utf8).write(to: file)
        case "rendition-truncated":
            let whole = try Data(contentsOf: try input.fullSizeImageURL.unwrapped)
            return try whole.prefix(whole.count / 2).write(to: file)
        case "rendition-turned":
            // A rendition with the EXIF orientation 6, as a camera writes it.
            try render(input, to: file)
            let turned: [UInt8] = [
                0xFF, 0xE1, 0x00, 0x22, 0x45, 0x78, 0x69, 0x66, 0x00, 0x00, 0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00,
                0x08, 0x00,
                0x01, 0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            ]
            let upright = try Data(contentsOf: file)
            return try (upright.prefix(2) + turned + upright.dropFirst(2)).write(to: file)
        case "rendition-png": return try Data(contentsOf: try other("png", input)).write(to: file)
        case "rendition-folder":
            return try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        case "rendition-link":
            return try FileManager.default.createSymbolicLink(
                atPath: file.path, withDestinationPath: "/proc/self/environ")
        case "rendition-pipe":
            guard mkfifo(file.path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
            return
        case "rendition-sparse":
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
            guard truncate(file.path, 513 << 20) == 0 else { throw CocoaError(.fileWriteUnknown) }
            return
        default: break
        }
        try render(input, to: file)
    }

    /// The photograph as another type, which the extension writes under the name of a JPEG.
    private func other(_ type: String, _ input: PHContentEditingInput) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("other.\(type)")
        try placeholder?.pngData()?.write(to: file)
        return file
    }

    private func report(_ input: PHContentEditingInput) -> String {
        let bytes = (try? input.fullSizeImageURL.map { try Data(contentsOf: $0).count }) ?? nil
        let canWrite = input.fullSizeImageURL.map { access($0.path, W_OK) == 0 } ?? false
        let display = input.displaySizeImage?.size
        let facts: [(String, String)] = [
            ("calls", calls.joined(separator: " ")),
            ("adjustment", input.adjustmentData?.firstLine ?? "none"),
            ("bytes", bytes.map { "\($0)" } ?? "none"), ("canWrite", "\(canWrite)"),
            ("orientation", "\(input.fullSizeImageOrientation)"),
            ("display", display.map { "\(Int($0.width))x\(Int($0.height))" } ?? "none"),
            ("placeholder", placeholder.map { "\(Int($0.size.width))x\(Int($0.size.height))" } ?? "none"),
            ("type", input.uniformTypeIdentifier ?? "none"), ("media", "\(input.mediaType)"),
            ("style", "\(input.playbackStyle)"),
            ("created", input.creationDate.map { "\(Int($0.timeIntervalSince1970))" } ?? "none"),
        ]
        return facts.map { "\($0.0)=\($0.1)" }.joined(separator: "\n")
    }
}

extension PHAdjustmentData {
    fileprivate var firstLine: String {
        String(String(decoding: data, as: UTF8.self).prefix { !$0.isNewline })
    }
}

extension Optional {
    fileprivate var unwrapped: Wrapped {
        get throws {
            guard let self else { throw CocoaError(.fileReadNoSuchFile) }
            return self
        }
    }
}
