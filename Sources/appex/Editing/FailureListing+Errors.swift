import Foundation

extension FailureListing {
    /// The failure that any error describes.
    init(of error: any Error) {
        self =
            FailureListing(described: error)
            ?? FailureListing(Console.tame(error.localizedDescription), code: "failed", .failed)
    }
}
