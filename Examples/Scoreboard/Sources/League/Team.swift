/// The teams of the league, none of which there is.
public enum Team: Int, CaseIterable, Sendable {
    case harbour, northgate, millbrook, saltmarsh, eastwick, kingsfield, redhill, westhaven

    public var name: String {
        switch self {
        case .harbour: "Harbour City"
        case .northgate: "Northgate"
        case .millbrook: "Millbrook"
        case .saltmarsh: "Saltmarsh"
        case .eastwick: "Eastwick"
        case .kingsfield: "Kingsfield"
        case .redhill: "Redhill"
        case .westhaven: "Westhaven"
        }
    }

    /// How many goals it would shoot on average, in tenths.
    var strength: Int { 19 - 2 * rawValue }
}
