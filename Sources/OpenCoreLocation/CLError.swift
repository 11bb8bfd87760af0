public import Foundation

/// Why a place is not determined.
///
/// Source: https://developer.apple.com/documentation/corelocation/clerror
public struct CLError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The place is not known at present.
        case locationUnknown
        /// The user or the system does not allow it.
        case denied
        /// There is no network.
        case network
        /// The direction cannot be determined.
        case headingFailure
        /// Regions cannot be watched.
        case regionMonitoringDenied
        /// A region cannot be watched.
        case regionMonitoringFailure
        /// Watching a region begins later.
        case regionMonitoringSetupDelayed
        /// The events of a region come late.
        case regionMonitoringResponseDelayed
        /// Nothing was found.
        case geocodeFoundNoResult
        /// Only a part was found.
        case geocodeFoundPartialResult
        /// The search was cancelled.
        case geocodeCanceled
        /// Updates cannot be deferred.
        case deferredFailed
        /// Updates cannot be deferred, because there are none at present.
        case deferredNotUpdatingLocation
        /// Updates of this accuracy cannot be deferred.
        case deferredAccuracyTooLow
        /// Updates with a filter of distances cannot be deferred.
        case deferredDistanceFiltered
        /// Deferring was cancelled.
        case deferredCanceled
        /// Distances to beacons cannot be measured at present.
        case rangingUnavailable
        /// Distances to beacons cannot be measured.
        case rangingFailure
        /// The user was not asked.
        case promptDeclined
        /// Earlier places cannot be read.
        case historicalLocationError
    }

    /// The reason.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// The domain of the errors.
    public static let errorDomain = "kCLErrorDomain"
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
    /// The reason as a sentence.
    public var errorDescription: String? {
        switch code {
        case .denied: "Location services do not exist on this device."
        case .network: "Addresses cannot be looked up on this device."
        default: "The location could not be determined (\(code))."
        }
    }

    /// The user or the system does not allow it.
    public static var denied: Code { .denied }
    /// There is no network.
    public static var network: Code { .network }
    /// The place is not known at present.
    public static var locationUnknown: Code { .locationUnknown }
}

extension CLError.Code {
    /// Whether an error has a code, for `catch` and `switch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? CLError)?.code == code }
}

/// The domain of errors about places.
public let kCLErrorDomain = CLError.errorDomain
