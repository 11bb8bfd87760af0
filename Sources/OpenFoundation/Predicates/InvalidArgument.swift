import Foundation

/// A mistake of the program for which Apple's classes raise `NSInvalidArgumentException`.
enum InvalidArgument {
    /// Ends the process, as an exception does that nobody catches; Swift code can catch none.
    ///
    /// - Parameter reason: what is wrong and what to do, for the programmer.
    static func raise(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("NSInvalidArgumentException: \(reason)\n".utf8))
        abort()
    }
}
