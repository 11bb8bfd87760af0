import Foundation
import OpenCoreLocation
import OpenWatchConnectivity
import Testing

@Suite struct LocationTests {
    @Test func `the distance between two places is that along the Earth`() {
        let berlin = CLLocation(latitude: 52.52, longitude: 13.405)
        let paris = CLLocation(latitude: 48.8566, longitude: 2.3522)
        // 878 km on the ellipsoid.
        #expect(abs(berlin.distance(from: paris) - 878_000) < 5_000)
        #expect(berlin.distance(from: berlin) == 0)
        let antipode = CLLocation(latitude: -52.52, longitude: -166.595)
        #expect(abs(berlin.distance(from: antipode) - 20_015_000) < 10_000)
    }

    @Test func `a coordinate beyond the poles or the date line is not valid`() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 90, longitude: -180)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 90.1, longitude: 0)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }

    @Test func `a location survives an archive`() throws {
        let location = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 1.5, longitude: -2.25), altitude: 3, horizontalAccuracy: 4,
            verticalAccuracy: 5, course: 6, speed: 7, timestamp: Date(timeIntervalSinceReferenceDate: 8))
        let data = try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: false)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(read.coordinate.latitude == 1.5 && read.coordinate.longitude == -2.25)
        #expect(read.altitude == 3 && read.horizontalAccuracy == 4 && read.verticalAccuracy == 5)
        #expect(read.course == 6 && read.speed == 7 && read.timestamp.timeIntervalSinceReferenceDate == 8)
    }

    /// Keeps what a manager reports.
    private final class Listener: CLLocationManagerDelegate, @unchecked Sendable {  // used on the main queue
        let continuation: AsyncStream<String>.Continuation
        init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }
        func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
            continuation.yield("failed \((error as? CLError)?.code == .denied)")
        }
        func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
            continuation.yield("status \(status.rawValue)")
        }
    }

    @Test func `a manager reports that location services are off`() async {
        let (reports, continuation) = AsyncStream<String>.makeStream()
        let listener = Listener(continuation)
        let manager = CLLocationManager()
        manager.delegate = listener
        manager.requestLocation()
        var found: [String] = []
        for await report in reports {
            found.append(report)
            if report.hasPrefix("failed") { break }
        }
        withExtendedLifetime((listener, manager)) {}
        #expect(found.last == "failed true")
        #expect(found.dropLast().allSatisfy { $0 == "status 2" })
        #expect(!CLLocationManager.locationServicesEnabled())
    }

    @Test func `an address is not found, and the handler learns why`() async {
        let code: CLError.Code? = await withCheckedContinuation { continuation in
            CLGeocoder().geocodeAddressString("Berlin") { _, error in
                continuation.resume(returning: (error as? CLError)?.code)
            }
        }
        #expect(code == .network)
    }

    @Test func `a session without a watch is not supported, and refuses what is sent`() {
        #expect(!WCSession.isSupported())
        #expect(throws: WCError(.sessionNotSupported)) {
            try WCSession.default.updateApplicationContext([:])
        }
        #expect((WCError(.sessionNotSupported) as NSError).code == 7002 && WCError.Code.watchOnlyApp.rawValue == 7019)
    }

    @Test func `errors are caught by their codes`() {
        func isDenied(_ error: any Error) -> Bool {
            switch error {
            case CLError.denied, WCError.sessionNotSupported: true
            default: false
            }
        }
        #expect(isDenied(CLError(.denied)) && isDenied(WCError(.sessionNotSupported)))
        #expect(!isDenied(CLError(.network)) && !isDenied(WCError(.notReachable)))
        #expect(CLError.Code.historicalLocationError.rawValue == 19)
    }
}
