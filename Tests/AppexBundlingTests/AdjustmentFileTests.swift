import AppexModel
import Foundation
import OpenExtensionKit
import Testing

@testable import appex

/// Files that describe an edit of a photograph.
@Suite struct AdjustmentFileTests {
    /// Calls `body` with the path of a file.
    private func withFile(_ content: Data, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "appex-\(UUID().uuidString).aae")
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    private func list(_ entries: [String: PropertyListValue]) -> Data {
        Data(PropertyListValue.dictionary(entries).xmlBytes())
    }

    private let complete: [String: PropertyListValue] = [
        "adjustmentFormatIdentifier": .string("org.example.Film"), "adjustmentFormatVersion": .string("1.4"),
        "adjustmentData": .data([1, 2, 3]),
    ]

    @Test func `what is written is read again, up to the largest adjustment data`() throws {
        for count in [1, PhotoAdjustmentData.dataLimit] {
            let adjustment = try PhotoAdjustmentData(
                formatIdentifier: "org.example.Film", formatVersion: "1 & <2>",
                data: Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
            let content = AdjustmentFile.content(adjustment, by: "org.example.Film.Editor", at: .now)
            try withFile(content) { path in
                let read = try AdjustmentFile.read(path)
                #expect(read == adjustment)
            }
        }
    }

    @Test func `a file of Photos is read, with lines, tabs and other keys`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>adjustmentBaseVersion</key>
            \t<integer>0</integer>
            \t<key>adjustmentData</key>
            \t<data>
            \tAQID
            \tBAU=
            \t</data>
            \t<key>adjustmentEditorBundleID</key>
            \t<string>com.apple.mobileslideshow</string>
            \t<key>adjustmentFormatIdentifier</key>
            \t<string>com.apple.photo</string>
            \t<key>adjustmentFormatVersion</key>
            \t<string>1.4</string>
            \t<key>adjustmentTimestamp</key>
            \t<date>2017-10-07T11:14:43Z</date>
            </dict>
            </plist>
            """
        try withFile(Data(text.utf8)) { path in
            let adjustment = try AdjustmentFile.read(path)
            #expect(adjustment.formatIdentifier == "com.apple.photo" && adjustment.formatVersion == "1.4")
            #expect(adjustment.data == Data([1, 2, 3, 4, 5]))
        }
    }

    @Test(arguments: ["adjustmentFormatIdentifier", "adjustmentFormatVersion", "adjustmentData"])
    func `a file without a key, or with a value of another kind, is refused with its path`(key: String) throws {
        for value in [nil, PropertyListValue.integer(3)] {
            var entries = complete
            entries[key] = value
            try withFile(list(entries)) { path in
                let error = #expect(throws: CommandFailure.self) { try AdjustmentFile.read(path) }
                #expect(error?.status == .failed)
                #expect(error?.message.contains("\(path) does not describe an edit") == true)
            }
        }
    }

    @Test func `data that are empty or too large by a byte are refused`() throws {
        var entries = complete
        entries["adjustmentData"] = .data([])
        try withFile(list(entries)) { path in
            let error = #expect(throws: PhotoEditingError.self) { try AdjustmentFile.read(path) }
            #expect(error?.code == .noAdjustmentData)
        }
        entries["adjustmentData"] = .data(Array(repeating: 7, count: PhotoAdjustmentData.dataLimit + 1))
        try withFile(list(entries)) { path in
            let error = #expect(throws: PhotoEditingError.self) { try AdjustmentFile.read(path) }
            #expect(error?.code == .adjustmentDataTooLarge)
        }
    }

    @Test func `what is not a property list, is nested or is too large is refused`() throws {
        let limit = PropertyListLimits.Bounds.adjustment.fileBytes
        let hostile: [(Data, String)] = [
            (Data(), "Cannot read the adjustment data"), (Data("A text.".utf8), "Cannot read the adjustment data"),
            (Data("bplist00".utf8), "Cannot read the adjustment data"),
            (Data(String(repeating: "<array>", count: 100_000).utf8), "Cannot read the adjustment data"),
            (list(complete).prefix(200), "Cannot read the adjustment data"),
            (list(["a": .array(Array(repeating: .integer(1), count: 100))]), "at most 64"),
            (Data(count: limit + 1), "more than \(limit) bytes"),
        ]
        for (content, words) in hostile {
            try withFile(content) { path in
                let error = #expect(throws: CommandFailure.self) { try AdjustmentFile.read(path) }
                #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            }
        }
    }

    @Test func `a file that does not exist is not found, and a folder is refused`() {
        let missing = #expect(throws: CommandFailure.self) { try AdjustmentFile.read("/nowhere/film.aae") }
        #expect(missing?.status == .notFound)
        let folder = #expect(throws: CommandFailure.self) { try AdjustmentFile.read("/tmp") }
        #expect(folder?.status == .failed)
    }
}
