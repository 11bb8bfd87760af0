/// What an extension point is: how extensions declare themselves for it, and how their processes are treated.
///
/// ``ExtensionPoint/init(_:)`` describes any point: one of Apple's by its row in the catalogue, and one that is not in it,
/// such as a point that a host defines, by the usual values. Sources: Apple's documentation of each technology and the Info.plist
/// templates of Xcode.
package struct ExtensionPoint: Sendable, Hashable, Identifiable {
    /// The identifier, such as `com.apple.share-services`.
    package let identifier: ExtensionPointIdentifier
    /// A name to display, such as "Share"; nil for a point that neither the catalogue nor its app names.
    package let name: String?
    /// The first systems of Apple's that had the point, such as "iOS 8, macOS 10.10"; nil outside the catalogue.
    package let availability: String?
    /// How an extension declares itself for the point; nil if both forms are possible.
    package let style: ExtensionStyle?
    /// What the principal object must be, in words; nil if the program has a main function of its own, or it is not known.
    package let principalObject: String?
    /// The keys of the Info.plist that belong to the point.
    package let keys: [PointKey]
    /// Whether its extensions show a view; nil if it is not known.
    package let showsView: Bool?
    /// How long a request lasts.
    package let requestLifetime: RequestLifetime
    /// The default memory limit of a process, in MiB.
    package let memory: UInt64
    /// The default limit of the processor time of one request.
    package let processorTime: Duration
    /// How long a frozen process is kept for the next request.
    package let lingerTime: Duration
    /// What an extension of the point can see or do without being chosen by the user. Such an extension is offered only after
    /// the user has enabled it. nil if extensions of the point are offered at once.
    package let reasonToAsk: String?
    /// The part of a share sheet that shows the point's extensions, which then need an activation rule; nil for other points.
    package let sheetSection: SheetSection?
    /// What its extensions may use.
    package let access: PointAccess
    /// The hosts that come with OpenExtensionKit, in words; empty if there is none.
    package let hosts: [String]

    /// A part of a share sheet.
    package enum SheetSection: Sendable, Hashable {
        /// Extensions that send the items somewhere.
        case share
        /// Extensions that show or change the items.
        case action
    }

    /// The identifier.
    package var id: ExtensionPointIdentifier { identifier }

    /// Whether extensions of the point are offered to hosts without a choice of the user. Extensions that act only when the
    /// user chooses them are; those that would act without being chosen must be enabled first, which the user of Apple's
    /// systems does in Settings (iOS) or System Settings > Extensions (macOS).
    package var isOnByDefault: Bool { reasonToAsk == nil }

    /// Whether an extension without an activation rule is never offered. At other points it is offered for all items.
    package var needsRule: Bool { sheetSection != nil }

    /// Describes the point with this identifier.
    package init(_ identifier: ExtensionPointIdentifier) {
        self = Self.byIdentifier[identifier] ?? Self(undescribed: identifier)
    }

    /// Describes a point that an app defines. Its extensions are treated as those of a point of which nothing is known.
    package init(_ declaration: PointDeclaration) {
        self.init(
            identifier: declaration.identifier, name: declaration.name, availability: nil, style: nil,
            principalObject: nil, showsView: declaration.showsView)
    }

    /// Describes a point of which nothing is known. Its extensions are treated as those of a point that a host defines.
    private init(undescribed identifier: ExtensionPointIdentifier) {
        self.init(
            identifier: identifier, name: nil, availability: nil, style: nil, principalObject: nil, showsView: nil)
    }

    /// Creates a row of the catalogue.
    ///
    /// - Parameters:
    ///   - identifier: a valid identifier, which a test ensures.
    ///   - name: a name to display.
    ///   - availability: the first systems of Apple's that had the point.
    ///   - principalObject: what the principal object must be.
    init(
        _ identifier: String, _ name: String, since availability: String, _ principalObject: String?,
        style: ExtensionStyle = .classic, showsView: Bool = false, keys: [PointKey] = [],
        until requestLifetime: RequestLifetime = .completed(within: .seconds(3600)), memory: UInt64 = 120,
        processorTime: Duration = .seconds(60), lingerTime: Duration = .seconds(5),
        reasonToAsk: String? = nil, sheetSection: SheetSection? = nil, access: PointAccess = PointAccess(),
        hosts: [String] = []
    ) {
        self.init(
            identifier: ExtensionPointIdentifier(checked: identifier), name: name, availability: availability,
            style: style, principalObject: principalObject, keys: keys, showsView: showsView,
            requestLifetime: requestLifetime, memory: memory, processorTime: processorTime, lingerTime: lingerTime,
            reasonToAsk: reasonToAsk, sheetSection: sheetSection, access: access, hosts: hosts)
    }

    private init(
        identifier: ExtensionPointIdentifier, name: String?, availability: String?, style: ExtensionStyle?,
        principalObject: String?, keys: [PointKey] = [], showsView: Bool?,
        requestLifetime: RequestLifetime = .completed(within: .seconds(3600)), memory: UInt64 = 120,
        processorTime: Duration = .seconds(60), lingerTime: Duration = .seconds(5),
        reasonToAsk: String? = nil, sheetSection: SheetSection? = nil, access: PointAccess = PointAccess(),
        hosts: [String] = []
    ) {
        self.identifier = identifier
        self.name = name
        self.availability = availability
        self.style = style
        self.principalObject = principalObject
        self.keys = keys
        self.showsView = showsView
        self.requestLifetime = requestLifetime
        self.memory = memory
        self.processorTime = processorTime
        self.lingerTime = lingerTime
        self.reasonToAsk = reasonToAsk
        self.sheetSection = sheetSection
        self.access = access
        self.hosts = hosts
    }
}

/// How long a request of an extension point lasts.
package enum RequestLifetime: Sendable, Hashable {
    /// Until the extension completes or cancels it, within a time limit. The default limit is long, because a user may be
    /// writing a text.
    case completed(within: Duration)
    /// For as long as its view is visible.
    case hidden
    /// Until the host ends it.
    case endedByHost

    /// The default time limit of a request. One that has no natural end is ended after a day.
    package var limit: Duration {
        switch self {
        case .completed(let limit): limit
        case .hidden, .endedByHost: .seconds(86_400)
        }
    }
}
