/// Why the adjustment data of a photograph cannot be used to resume editing.
public enum AdjustmentDataError: Error, Equatable {
    /// The data have a format that this version does not read.
    case unknownVersion(String)
    /// The data are not a description of an edit, or a larger one than any.
    case malformed
    /// A value is not one that the edit can have.
    case outOfRange(String)
}

extension AdjustmentDataError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownVersion(let version):
            "The edit was made by a version of Darkroom with the format \(version). Update Darkroom to continue it."
        case .malformed: "The description of the edit is damaged. Start a new edit of the photograph."
        case .outOfRange(let name):
            "The description of the edit has an unknown value for \(name). Start a new edit of the photograph."
        }
    }
}
