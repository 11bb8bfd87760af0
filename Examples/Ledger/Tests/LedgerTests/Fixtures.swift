import Foundation

/// Where the bundled examples are.
let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]
