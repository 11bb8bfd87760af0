public import Foundation
public import OpenFoundation

/// A trait whose changes can be observed.
///
/// Source: https://developer.apple.com/documentation/uikit/uitraitdefinition
public protocol UITraitDefinition {
    /// The type of the trait's value.
    associatedtype Value: Hashable, Sendable
    /// The value of the trait in some traits.
    static func value(in traits: UITraitCollection) -> Value
}

/// The type of a trait.
public typealias UITrait = any UITraitDefinition.Type

/// The light or dark appearance.
public enum UITraitUserInterfaceStyle: UITraitDefinition {
    /// Returns the value in some traits.
    public static func value(in traits: UITraitCollection) -> UIUserInterfaceStyle { traits.userInterfaceStyle }
}

/// Whether the width is compact.
public enum UITraitHorizontalSizeClass: UITraitDefinition {
    /// Returns the value in some traits.
    public static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass { traits.horizontalSizeClass }
}

/// Whether the height is compact.
public enum UITraitVerticalSizeClass: UITraitDefinition {
    /// Returns the value in some traits.
    public static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass { traits.verticalSizeClass }
}

/// The text size that the user has chosen.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
    /// Returns the value in some traits.
    public static func value(in traits: UITraitCollection) -> UIContentSizeCategory {
        traits.preferredContentSizeCategory
    }
}

/// The reading direction.
public enum UITraitLayoutDirection: UITraitDefinition {
    /// Returns the value in some traits.
    public static func value(in traits: UITraitCollection) -> UITraitEnvironmentLayoutDirection {
        traits.layoutDirection
    }
}

/// The number of pixels of a point.
public enum UITraitDisplayScale: UITraitDefinition {
    /// Returns the value in some traits.
    public static func value(in traits: UITraitCollection) -> CGFloat { traits.displayScale }
}

/// The kind of device.
public enum UITraitUserInterfaceIdiom: UITraitDefinition {
    /// Returns the value in some traits.
    public static func value(in traits: UITraitCollection) -> UIUserInterfaceIdiom { traits.userInterfaceIdiom }
}

/// An observation of traits.
///
/// Source: https://developer.apple.com/documentation/uikit/uitraitchangeregistration
public protocol UITraitChangeRegistration: AnyObject {}

/// The functions that an object calls when traits change.
@MainActor
struct TraitObservers {
    final class Registration: UITraitChangeRegistration {
        let traits: [UITrait]
        let handler: (UITraitCollection) -> Void

        init(_ traits: [UITrait], _ handler: @escaping (UITraitCollection) -> Void) {
            self.traits = traits
            self.handler = handler
        }
    }

    var registrations: [Registration] = []

    /// Calls the functions for traits that differ.
    func announce(from old: UITraitCollection, to new: UITraitCollection) {
        for registration in registrations where registration.traits.contains(where: { $0.differs(old, new) }) {
            registration.handler(old)
        }
    }
}

extension UITraitDefinition {
    fileprivate static func differs(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
        value(in: old) != value(in: new)
    }
}

/// An object with traits, whose changes can be observed.
///
/// Source: https://developer.apple.com/documentation/uikit/uitraitchangeobservable-67e94
@preconcurrency @MainActor
public protocol UITraitChangeObservable: AnyObject {
    /// The traits of the object.
    var traitCollection: UITraitCollection { get }
}

@MainActor
protocol TraitObserving: AnyObject {
    var traitObservers: TraitObservers { get set }
}

extension UITraitChangeObservable {
    /// Calls a function when one of some traits has changed, until the registration is removed.
    ///
    /// - Parameter handler: gets the object and its previous traits.
    @discardableResult
    public func registerForTraitChanges<Observed>(
        _ traits: [UITrait],
        handler: @escaping (_ traitEnvironment: Observed, _ previousTraitCollection: UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        add(traits) { [weak self] old in
            if let observed = self as? Observed { handler(observed, old) }
        }
    }

    /// Calls a method of the object, without arguments or with the object and its previous traits, when one of some traits
    /// has changed.
    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration {
        registerForTraitChanges(traits, target: self, action: action)
    }

    /// Calls a method of a target, without arguments or with the object and its previous traits, when one of some traits
    /// has changed.
    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], target: AnyObject, action: Selector
    ) -> any UITraitChangeRegistration {
        add(traits) { [weak self, weak target] old in
            (target as? NSObject)?.perform(action, with: self, with: old)
        }
    }

    /// Ends an observation.
    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
        (self as? any TraitObserving)?.traitObservers.registrations.removeAll { $0 === registration }
    }

    private func add(
        _ traits: [UITrait], _ handler: @escaping (UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        let registration = TraitObservers.Registration(traits, handler)
        (self as? any TraitObserving)?.traitObservers.registrations.append(registration)
        return registration
    }
}

extension UIViewController: UITraitChangeObservable, TraitObserving {}

extension UIView: UITraitChangeObservable, TraitObserving {
    /// The traits of the controller that shows the view. All are unspecified while the view is not on screen.
    public var traitCollection: UITraitCollection {
        ancestors.lazy.compactMap(\.controller).first?.traitCollection ?? UITraitCollection()
    }

    /// Announces a change of traits to this view and its subviews that belong to the same controller.
    func announceTraits(from old: UITraitCollection, to new: UITraitCollection) {
        traitCollectionDidChange(old)
        traitObservers.announce(from: old, to: new)
        for view in subviews where view.controller == nil { view.announceTraits(from: old, to: new) }
    }
}
