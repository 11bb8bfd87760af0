package import AppexProtocol
package import AppexWire
package import Foundation

extension ErrorDescription {
    /// The wire form of an error: domain, code, and those `userInfo` values that can cross, other errors
    /// among them.
    package init(_ error: any Error) {
        var writer = ItemValueWriter(archivesObjects: false)
        self.init(error as NSError, &writer, depth: 0)
    }

    init(_ error: NSError, _ writer: inout ItemValueWriter, depth: Int) {
        var userInfo = writer.values(of: error.userInfo, depth: depth + 2) { $0 }
        userInfo[NSLocalizedDescriptionKey] = .string(error.localizedDescription)
        self.init(domain: error.domain, code: Int64(error.code), userInfo: userInfo)
    }

    /// The error as the other side gets it.
    package var error: NSError {
        // Foundation describes errors of this domain by the code as an `Int32`, and ends the process when it is none.
        let code = domain == NSPOSIXErrorDomain ? Int64(Int32(clamping: code)) : code
        return NSError(
            domain: domain, code: Int(truncatingIfNeeded: code), userInfo: userInfo.compactMapValues(\.value))
    }
}

/// As the cause of another error it tells in words what happened, not as a number.
extension WireError: LocalizedError {
    package var errorDescription: String? { description }
}
