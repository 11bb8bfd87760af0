import AppexSystem
public import Foundation

extension NSObject {
    /// Calls a registered method after a time, on the run loop of this thread.
    ///
    /// The object and the argument are kept alive until then.
    ///
    /// - Parameter anArgument: passed to the method if it has a parameter.
    /// - Parameter delay: the time in seconds; at 0 the method is called in the next turn of the run loop.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/perform(_:with:afterdelay:)
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
        DelayedCalls.shared.add(aSelector, anArgument, to: self, after: delay)
    }

    /// Cancels all calls that ``perform(_:with:afterDelay:)`` has requested for an object on this thread.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/cancelpreviousperformrequests(withtarget:)
    public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
        DelayedCalls.shared.cancel(of: aTarget as AnyObject, nil, nil)
    }

    /// Cancels the calls of a method with an argument that ``perform(_:with:afterDelay:)`` has requested for an object.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/cancelpreviousperformrequests(withtarget:selector:object:)
    public class func cancelPreviousPerformRequests(
        withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
    ) {
        DelayedCalls.shared.cancel(of: aTarget as AnyObject, aSelector, anArgument as AnyObject?)
    }

    /// Calls a registered method on the main thread.
    ///
    /// - Parameter arg: passed to the method if it has a parameter.
    /// - Parameter wait: whether to return after the call. The main thread calls the method at once then.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/performselector(onmainthread:with:waituntildone:)
    public func performSelector(onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool) {
        let call = ThreadCall(self, aSelector, arg)
        if !wait {
            DispatchQueue.main.async { call.run() }
        } else if MainQueue.isCurrent {
            call.run()
        } else {
            DispatchQueue.main.sync { call.run() }
        }
    }

    /// Calls a registered method on another thread, which it may block.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/performselector(inbackground:with:)
    public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
        let call = ThreadCall(self, aSelector, arg)
        HandlerThreads.methods.run { call.run() }
    }
}

/// A call that is made on another thread than the one on which it was requested.
struct ThreadCall: @unchecked Sendable {  // As on Apple's systems, the caller decides what threads may use.
    private let object: AnyObject
    private let selector: Selector
    private let argument: Any?

    init(_ object: AnyObject, _ selector: Selector, _ argument: Any?) {
        (self.object, self.selector, self.argument) = (object, selector, argument)
    }

    func run() { ObjectiveCMembers.send(selector, to: object, [argument]) }
}
