package import AppexProtocol
package import AppexWire
package import Foundation

extension ErrorDescription {
    /// Describes an error by its domain, its code and those `userInfo` values that can be sent, including other errors.
    package init(_ error: any Error) {
        var writer = ItemValueWriter(archivesObjects: false)
        self.init(error as NSError, &writer, depth: 0)
    }

    init(_ error: NSError, _ writer: inout ItemValueWriter, depth: Int) {
        var userInfo = writer.values(of: error.userInfo, depth: depth + 2) { $0 }
        userInfo[NSLocalizedDescriptionKey] = .string(error.localizedDescription)
        self.init(domain: error.domain, code: Int64(error.code), userInfo: userInfo)
    }

    /// The described error.
    package var error: NSError {
        // For errors of this domain Foundation converts the code to `Int32`, and ends the process if it does not fit.
        let code = domain == NSPOSIXErrorDomain ? Int64(Int32(clamping: code)) : code
        return NSError(
            domain: domain, code: Int(truncatingIfNeeded: code), userInfo: userInfo.compactMapValues(\.value))
    }
}

/// The description, which Foundation shows if this is the underlying error of another one.
extension WireError: LocalizedError {
    package var errorDescription: String? { description }
}
