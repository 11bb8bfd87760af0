public import Foundation

extension Thread {
    /// Calls a method of an object on a new thread, which ends with the method.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/thread/detachnewthreadselector(_:totarget:with:)
    ///
    /// - Parameters:
    ///   - selector: a method that is registered with ``ObjectiveCMembers``. It has one argument, or none.
    ///   - target: the object, which is kept until the method returns. Nothing happens if it is not an object.
    ///   - argument: the argument of the method.
    ///
    /// ## Difference from Apple
    /// A method that is not registered is reported on standard error, instead of ending the process.
    public static func detachNewThreadSelector(_ selector: Selector, toTarget target: Any, with argument: Any?) {
        guard type(of: target) is AnyClass else { return }
        let call = ThreadCall(target as AnyObject, selector, argument)
        detachNewThread { call.run() }
    }
}
