public import Foundation

extension NotificationCenter {
    /// Calls a registered method of an observer for each notification, with the notification as its argument.
    ///
    /// The observer is not kept alive, and need not be removed before it is released. The method is called on the thread
    /// on which the notification is posted.
    ///
    /// - Parameters:
    ///   - name: the name of the notifications; `nil` for all names.
    ///   - object: the sender of the notifications; `nil` for all senders.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/notificationcenter/addobserver(_:selector:name:object:)
    ///
    /// ## Difference from Apple
    /// If the observer has no such method, each notification is reported on standard error; see ``ObjectiveCMembers``.
    public func addObserver(
        _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
    ) {
        SelectorObservers.shared.add(observer as AnyObject, aSelector, to: self, aName, anObject)
    }

    /// Removes an observer for all notifications.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/notificationcenter/removeobserver(_:)
    public func removeObserver(_ observer: AnyObject) {
        SelectorObservers.shared.remove(observer, from: self) { _, _ in true }
        removeObserver(observer as Any)
    }

    /// Removes an observer for the notifications with a name and a sender.
    ///
    /// - Parameters:
    ///   - aName: `nil` for all names.
    ///   - anObject: `nil` for all senders.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/notificationcenter/removeobserver(_:name:object:)
    public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?) {
        let object = anObject.map { ObjectIdentifier($0 as AnyObject) }
        SelectorObservers.shared.remove(observer, from: self) {
            (aName == nil || aName == $0) && (object == nil || object == $1)
        }
        removeObserver(observer as Any, name: aName, object: anObject)
    }

    /// Removes an observer for the notifications with a name and a sender. `nil` stands for all senders.
    ///
    /// The compiler prefers it to Foundation's function if the name is written as `.init(…)`.
    public func removeObserver(_ observer: AnyObject, name aName: NSNotification.Name, object anObject: Any?) {
        removeObserver(observer, name: Optional(aName), object: anObject)
    }
}
