import Foundation

/// A programming error for which Apple's classes raise `NSInvalidArgumentException`.
enum InvalidArgument {
    /// Ends the process, as an uncaught exception does; Swift code cannot catch exceptions.
    ///
    /// - Parameter reason: what is wrong and how to correct it, for the programmer.
    static func raise(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("NSInvalidArgumentException: \(reason)\n".utf8))
        abort()
    }
}
