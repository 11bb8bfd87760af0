import Dispatch
public import Foundation

/// The address of a place.
///
/// Source: https://developer.apple.com/documentation/corelocation/clplacemark
open class CLPlacemark: NSObject, @unchecked Sendable {  // it has no state
    private override init() {}

    /// The name of the place.
    open var name: String? { nil }
    /// The street.
    open var thoroughfare: String? { nil }
    /// The number in the street.
    open var subThoroughfare: String? { nil }
    /// The city.
    open var locality: String? { nil }
    /// The part of the city.
    open var subLocality: String? { nil }
    /// The state.
    open var administrativeArea: String? { nil }
    /// The postal code.
    open var postalCode: String? { nil }
    /// The country.
    open var country: String? { nil }
    /// The code of the country, of two letters.
    open var isoCountryCode: String? { nil }
    /// The place.
    open var location: CLLocation? { nil }
}

/// A handler that receives addresses, or an error.
public typealias CLGeocodeCompletionHandler = @Sendable ([CLPlacemark]?, (any Error)?) -> Void

/// Looks up addresses.
///
/// Source: https://developer.apple.com/documentation/corelocation/clgeocoder
///
/// ## Difference from Apple
/// There is no service that knows addresses here: each request ends with the error ``CLError/Code/network``, on the main queue, and
/// no ``CLPlacemark`` exists.
open class CLGeocoder: NSObject {
    /// Whether a request is being answered: `false`.
    open var isGeocoding: Bool { false }

    /// Calls the handler with an error.
    open func reverseGeocodeLocation(
        _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
    ) { Self.fail(completionHandler) }

    /// Calls the handler with an error.
    open func geocodeAddressString(
        _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
    ) { Self.fail(completionHandler) }

    /// Does nothing, because no request takes time.
    open func cancelGeocode() {}

    private static func fail(_ handler: @escaping CLGeocodeCompletionHandler) {
        DispatchQueue.main.async { handler(nil, CLError(.network)) }
    }
}
