import Dispatch
public import Foundation

/// Whether a program may learn where the device is.
///
/// Source: https://developer.apple.com/documentation/corelocation/clauthorizationstatus
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The user was not asked.
    case notDetermined
    /// The system does not allow it.
    case restricted
    /// The user does not allow it, or location services are off.
    case denied
    /// The program may always do so.
    case authorizedAlways
    /// The program may do so while it is in use.
    case authorizedWhenInUse
}

/// For what a program uses places.
///
/// Source: https://developer.apple.com/documentation/corelocation/clactivitytype
public enum CLActivityType: Int, Sendable {
    /// Something else.
    case other = 1
    /// The way of a car.
    case automotiveNavigation
    /// Walking and sports.
    case fitness
    /// The way of another vehicle.
    case otherNavigation
    /// The way of an aircraft.
    case airborne
}

/// The object that receives places.
///
/// ## Difference from Apple
/// The methods are optional in Objective-C; here they have default implementations that do nothing.
public protocol CLLocationManagerDelegate: AnyObject {
    /// Called with new places, the last one last. It is not called, because a device has no location services here.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// Called when places cannot be determined.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// Called after a manager was made.
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
    /// Called after a manager was made. By default, it calls the method with the status.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
    /// Calls the method with the status.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
    }
}

/// Determines where the device is.
///
/// Source: https://developer.apple.com/documentation/corelocation/cllocationmanager
///
/// ## Difference from Apple
/// A device has no location services here, as if the user had turned them off: the authorization is
/// ``CLAuthorizationStatus/denied``, and each request ends with the error ``CLError/Code/denied``. The delegate is called on the
/// main queue.
open class CLLocationManager: NSObject, @unchecked Sendable {  // used on the main queue, as Apple's
    /// The object that receives places.
    open weak var delegate: (any CLLocationManagerDelegate)?
    /// How precise places have to be. It has no effect.
    open var desiredAccuracy = kCLLocationAccuracyBest
    /// The distance in metres after which a new place is reported. It has no effect.
    open var distanceFilter = kCLDistanceFilterNone
    /// For what the places are used. It has no effect.
    open var activityType = CLActivityType.other
    /// Whether reporting may pause. It has no effect.
    open var pausesLocationUpdatesAutomatically = true
    /// Whether reporting continues in the background. It has no effect.
    open var allowsBackgroundLocationUpdates = false

    /// Makes a manager, which reports its authorization to the delegate.
    public override init() {
        super.init()
        report { manager in manager.delegate?.locationManagerDidChangeAuthorization(manager) }
    }

    /// Whether the device can determine its place: `false`.
    open class func locationServicesEnabled() -> Bool { false }
    /// Whether the device knows larger movements: `false`.
    open class func significantLocationChangeMonitoringAvailable() -> Bool { false }
    /// Whether the device has a compass: `false`.
    open class func headingAvailable() -> Bool { false }
    /// Whether programs may learn the place: ``CLAuthorizationStatus/denied``.
    open class func authorizationStatus() -> CLAuthorizationStatus { .denied }

    /// Whether this program may learn the place: ``CLAuthorizationStatus/denied``.
    open var authorizationStatus: CLAuthorizationStatus { .denied }
    /// The last place: `nil`.
    open var location: CLLocation? { nil }

    /// Does nothing, as on a device whose location services are off.
    open func requestWhenInUseAuthorization() {}
    /// Does nothing, as on a device whose location services are off.
    open func requestAlwaysAuthorization() {}

    /// Reports the error ``CLError/Code/denied`` to the delegate.
    open func requestLocation() { fail() }
    /// Reports the error ``CLError/Code/denied`` to the delegate.
    open func startUpdatingLocation() { fail() }
    /// Does nothing, because nothing was begun.
    open func stopUpdatingLocation() {}
    /// Reports the error ``CLError/Code/denied`` to the delegate.
    open func startMonitoringSignificantLocationChanges() { fail() }
    /// Does nothing, because nothing was begun.
    open func stopMonitoringSignificantLocationChanges() {}

    private func fail() {
        report { manager in manager.delegate?.locationManager(manager, didFailWithError: CLError(.denied)) }
    }

    private func report(_ body: @escaping @Sendable (CLLocationManager) -> Void) {
        DispatchQueue.main.async { [weak self] in
            if let self { body(self) }
        }
    }
}
