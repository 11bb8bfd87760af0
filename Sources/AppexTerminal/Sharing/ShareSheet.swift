import AppexModel
package import AppexProtocol
package import OpenExtensionKit
package import OpenFoundation

/// The list of extensions to choose from, by point, and a button to enable and disable extensions.
package struct ShareSheet {
    /// The points whose extensions are offered, in order, with the titles of their parts of the sheet.
    static let points = ExtensionPoint.ofShareSheet.map {
        (identifier: $0.identifier.rawValue, name: $0.sheetSection == .share ? "Share" : "Actions")
    }

    /// What a row of the sheet stands for.
    enum Choice: Sendable {
        case candidate(ExtensionRecord)
        case more
    }

    let tree: ViewTree
    private var choices: [UInt32: Choice] = [:]

    /// - Parameter candidates: the extensions that are offered, in order.
    init(_ candidates: [ExtensionRecord]) {
        var builder = ViewTreeBuilder()
        let screen = builder.add(
            .screen, [.arrangement: .choice(ViewArrangement.column.rawValue), .spacing: .number(16)])
        if candidates.isEmpty {
            builder.add(
                .label, to: screen, [.text: .text("No extension accepts this. More shows those that are disabled.")])
        }
        let table = builder.add(.table, to: screen)
        var count: Int32 = 0
        func row(_ values: [ViewAttribute: ViewValue]) -> UInt32 {
            defer { count += 1 }
            return builder.add(.row, to: table, values.merging([.position: .integer(count)]) { $1 })
        }
        var heading = ""
        for candidate in Self.sorted(candidates) {
            let name = Self.points.first { $0.identifier == candidate.point }?.name ?? candidate.point
            if name != heading {
                heading = name
                _ = row([.rowKind: .choice(ViewRowKind.header.rawValue), .text: .text(name)])
            }
            let id = row([
                .text: .text(candidate.displayName), .detail: .text(candidate.owner ?? ""),
                .symbol: .text(name == "Share" ? ViewSymbol.share.rawValue : ViewSymbol.wand.rawValue),
            ])
            choices[id] = .candidate(candidate)
        }
        if !heading.isEmpty { _ = row([.rowKind: .choice(ViewRowKind.header.rawValue)]) }
        let more = row([.text: .text("More…"), .symbol: .text(ViewSymbol.ellipsis.rawValue)])
        choices[more] = .more
        tree = builder.tree
            .setting(table, .rowCount, .integer(count))
    }

    /// The extensions that are offered for an item at the points of the sheet, in the order in which they are offered.
    ///
    /// - Throws: ``ExtensionError`` when the broker cannot be asked.
    @MainActor
    package static func candidates(
        for item: NSExtensionItem, on host: ExtensionHost
    ) async throws -> [ExtensionRecord] {
        let types = MatchItem(
            attachments: (item.attachments ?? []).map(\.registeredTypeIdentifiers),
            hasText: item.attributedContentText != nil)
        return try await host.administration.offered(
            for: MatchQuery(points: points.map(\.identifier), items: [types]))
    }

    func choice(of node: UInt32) -> Choice? { choices[node] }

    private static func sorted(_ candidates: [ExtensionRecord]) -> [ExtensionRecord] {
        points.flatMap { point in candidates.filter { $0.point == point.identifier } }
    }
}

/// All extensions of the sheet's points, with a switch each.
struct ShareSwitches {
    let tree: ViewTree
    /// The extension of each switch.
    let identifiers: [UInt32: String]
    let done: UInt32

    init(_ extensions: [ExtensionRecord]) {
        var builder = ViewTreeBuilder()
        var identifiers: [UInt32: String] = [:]
        let screen = builder.add(
            .screen, [.arrangement: .choice(ViewArrangement.column.rawValue), .spacing: .number(16)])
        let list = builder.add(.scroll, to: screen, [.arrangement: .choice(ViewArrangement.column.rawValue)])
        for record in extensions {
            let point = ShareSheet.points.first { $0.identifier == record.point }?.name ?? record.point
            let id = builder.add(
                .toggle, to: list,
                [
                    .title: .text(
                        [record.displayName, record.owner, point].compactMap { $0 }.joined(separator: " - ")),
                    .isOn: .flag(record.standing == .offered), .isEnabled: .flag(record.standing != .incompatible),
                ])
            identifiers[id] = record.identifier
        }
        if extensions.isEmpty {
            builder.add(.label, to: list, [.text: .text("Nothing is installed. `appex install NAME.app` adds an app.")])
        }
        done = builder.add(
            .button, to: screen,
            [.text: .text("Done"), .horizontalAlignment: .choice(ViewAlignment.leading.rawValue)])
        tree = builder.tree
        self.identifiers = identifiers
    }
}

extension ViewTree {
    /// The tree with one attribute changed.
    func setting(_ id: UInt32, _ attribute: ViewAttribute, _ value: ViewValue) -> ViewTree {
        var tree = self
        _ = try? tree.apply([.set(id: id, attribute, value)])
        return tree
    }
}

extension ExtensionRecord {
    /// The app's name, if it differs from the extension's.
    var owner: String? { applicationName == displayName ? nil : applicationName }
}
