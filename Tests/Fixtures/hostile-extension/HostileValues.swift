import AppexProtocol

/// Values that end a host which hands them to Foundation without a look, or that name a file of the host.
enum HostileValues {
    private static let file = ItemValue.url("file:///etc/hostname")

    /// What the providers of ``item`` answer, by number from 1.
    private static let answers: [ItemValue] = [
        .object(ObjectDescription(className: "Foundation.NSString", fields: ["NS.string": .null])),
        .object(
            ObjectDescription(className: "Foundation.NSURL", fields: ["NS.relative": .string("file:///etc/hostname")])),
        .object(ObjectDescription(className: "Foundation.NSError", fields: ["NSCode": .integer(1)])),
        file, .array([file]), .date(.nan), .dictionary(["date": .array([.date(.nan)])]),
    ]

    static func value(of provider: UInt64) -> ItemValue {
        Int(exactly: provider).flatMap { answers.indices.contains($0 - 1) ? answers[$0 - 1] : nil } ?? .null
    }

    static let item = ItemDescription(
        contentText: AttributedText("text", runs: [.init(start: 0, length: 4, attributes: ["NSLink": file])]),
        userInfo: [
            "plain": .integer(1), "url": file, "nested": .array([.dictionary(["url": file])]), "date": .date(.nan),
            "error": .error(ErrorDescription(domain: "NSPOSIXErrorDomain", code: .max, userInfo: ["NSURL": file])),
        ],
        attachments: answers.indices.map {
            ProviderDescription(
                identifier: UInt64($0 + 1), representations: [RepresentationDescription("public.data", .object)])
        })
}
