import AppexModel

/// The description of an extension point, as printed with --json.
struct PointListing: Encodable {
    struct Key: Encodable {
        let name: String
        let type: String
        /// The dictionary of the Info.plist that contains the key.
        let place: String
        let isRequired: Bool
    }

    let identifier: String
    let name: String?
    let availability: String?
    /// `NSExtension` or `EXAppExtensionAttributes`; nil if both are possible.
    let declaration: String?
    let principalObject: String?
    let showsView: Bool?
    /// `completed`, `hidden` or `endedByHost`.
    let requestEnds: String
    /// In seconds.
    let requestTime: Double
    /// In bytes.
    let memory: UInt64
    let needsRule: Bool
    let isOnByDefault: Bool
    let reasonToAsk: String?
    let keys: [Key]
    let groups: String
    let network: Bool
    let opensURLs: String
    let camera: Bool
    let hosts: [String]

    init(_ point: ExtensionPoint) {
        identifier = point.identifier.rawValue
        name = point.name
        availability = point.availability
        declaration = point.style?.key
        principalObject = point.principalObject
        showsView = point.showsView
        requestEnds =
            switch point.requestLifetime {
            case .completed: "completed"
            case .hidden: "hidden"
            case .endedByHost: "endedByHost"
            }
        requestTime = point.requestLifetime.limit / .seconds(1)
        memory = point.memory << 20
        needsRule = point.needsRule
        isOnByDefault = point.isOnByDefault
        reasonToAsk = point.reasonToAsk
        keys = point.keys.map {
            Key(name: $0.name, type: $0.type.rawValue, place: $0.place.key, isRequired: $0.isRequired)
        }
        groups = point.access.groups.rawValue
        network = point.access.allowsNetwork
        opensURLs = point.access.urls.rawValue
        camera = point.access.allowsCamera
        hosts = point.hosts
    }
}

extension PointKey.Place {
    /// The dictionary, as people know it.
    var key: String {
        switch self {
        case .attributes: "NSExtensionAttributes"
        case .declaration: "NSExtension"
        case .infoPlist: "the Info.plist"
        }
    }
}
