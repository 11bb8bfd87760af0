import Foundation

/// Where the bundled examples are.
let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

/// A photograph to share.
let photo = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Darkroom/Photos/chelsea.jpg")
