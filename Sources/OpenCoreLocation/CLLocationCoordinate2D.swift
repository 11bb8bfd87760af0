/// An angle in degrees.
public typealias CLLocationDegrees = Double
/// A length in metres.
public typealias CLLocationDistance = Double
/// The precision of a location, as a radius in metres; negative for an invalid location.
public typealias CLLocationAccuracy = Double
/// A speed in metres per second; negative if it is unknown.
public typealias CLLocationSpeed = Double
/// A direction in degrees clockwise from true north; negative if it is unknown.
public typealias CLLocationDirection = Double

/// A place on the Earth, in the reference system WGS 84.
///
/// Source: https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d
public struct CLLocationCoordinate2D: Sendable {
    /// The latitude in degrees, positive in the north.
    public var latitude: CLLocationDegrees
    /// The longitude in degrees, positive in the east.
    public var longitude: CLLocationDegrees

    /// Makes the place where both angles are 0.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Makes a place from its angles in degrees.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Makes a place from its angles in degrees.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

/// Whether both angles are within their bounds.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// A coordinate that is not valid.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
/// As precise as possible, with additional sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As precise as possible.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Precise to ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Precise to a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Precise to a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Precise to three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// Every movement is reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1
