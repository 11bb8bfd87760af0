public import Foundation

/// A place with its height, its precision and the time at which it was determined.
///
/// Source: https://developer.apple.com/documentation/corelocation/cllocation
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {  // its properties are constants
    /// The place.
    public let coordinate: CLLocationCoordinate2D
    /// The height above the sea in metres.
    public let altitude: CLLocationDistance
    /// The precision of ``coordinate``; negative if that is not valid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// The precision of ``altitude``; negative if that is not valid.
    public let verticalAccuracy: CLLocationAccuracy
    /// The direction of the movement.
    public let course: CLLocationDirection
    /// The speed of the movement.
    public let speed: CLLocationSpeed
    /// When the place was determined.
    public let timestamp: Date

    /// Makes a place that is precise, without a height.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
            horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
    }

    /// Makes a place of something that does not move.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
            course: -1, speed: -1, timestamp: timestamp)
    }

    /// Makes a place of something that moves.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed,
        timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        horizontalAccuracy = hAccuracy
        verticalAccuracy = vAccuracy
        self.course = course
        self.speed = speed
        self.timestamp = timestamp
        super.init()
    }

    /// The length of the shortest way to another place along the Earth, in metres, without the heights.
    ///
    /// ## Difference from Apple
    /// The Earth is taken as a sphere with its mean radius. The difference is less than 0.6 percent.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (a, b) = (coordinate, location.coordinate)
        let latitude = sin(radians(b.latitude - a.latitude) / 2)
        let longitude = sin(radians(b.longitude - a.longitude) / 2)
        let chord =
            latitude * latitude + cos(radians(a.latitude)) * cos(radians(b.latitude)) * longitude * longitude
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }

    // MARK: NSCopying and NSSecureCoding

    /// The location itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether a location can be read with a list of classes that are allowed.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the location.
    open func encode(with coder: NSCoder) {
        let numbers = [
            coordinate.latitude, coordinate.longitude, altitude, horizontalAccuracy, verticalAccuracy, course, speed,
            timestamp.timeIntervalSinceReferenceDate,
        ]
        for (key, number) in zip(Self.keys, numbers) { coder.encode(number, forKey: key) }
    }

    /// Reads a location that was written here. Archives of Apple's systems have other keys.
    public required convenience init?(coder: NSCoder) {
        guard Self.keys.allSatisfy(coder.containsValue(forKey:)) else { return nil }
        let numbers = Self.keys.map { coder.decodeDouble(forKey: $0) }
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1]), altitude: numbers[2],
            horizontalAccuracy: numbers[3], verticalAccuracy: numbers[4], course: numbers[5], speed: numbers[6],
            timestamp: Date(timeIntervalSinceReferenceDate: numbers[7]))
    }

    private static let keys = [
        "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "course", "speed", "timestamp",
    ]
}
