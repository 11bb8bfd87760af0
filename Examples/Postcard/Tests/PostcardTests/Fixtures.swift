import Foundation

/// Where the bundled examples are.
let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

/// A photograph to share.
let photo = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Darkroom/Photos/chelsea.jpg")

/// The program `appex`, which is beside the broker.
let tool = URL(filePath: ProcessInfo.processInfo.environment["APPEX_BROKER"] ?? "/usr/local/bin/appexd")
    .deletingLastPathComponent().appending(path: "appex")
