import Logging
import OpenFoundation

/// Writes a message with the arguments of a format.
///
/// Numbers are public; texts and objects are private unless the format has `%{public}@`.
///
/// - Parameters:
///   - message: the format, in the style of `String(format:)`.
///   - dso: has no effect.
///   - log: the destination.
///   - type: the level.
///   - args: the arguments. One that does not fit its specifier is written as its description.
///
/// Source: https://developer.apple.com/documentation/os/os_log
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ args: Any?...
) {
    log.write(type.level) { filled(message, args) }
}

/// Writes a message of a level with the arguments of a format.
///
/// The rules are those of the function that has the level behind the format.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString, _ args: Any?...
) {
    log.write(type.level) { filled(message, args) }
}

/// Writes a message.
@_disfavoredOverload
public func os_log(_ message: @autoclosure () -> OSLogMessage) { OSLog.default.write(.notice) { message().text } }

/// Writes a message of a level to a destination.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType = .default, log: OSLog = .default, _ message: @autoclosure () -> OSLogMessage
) {
    log.write(type.level) { message().text }
}

/// The message of a format, with private arguments masked.
func filled(_ format: StaticString, _ arguments: [Any?]) -> String {
    FormatString("\(format)").pieces.map { piece in
        switch piece {
        case .text(let text): return text
        case .argument(let specifier):
            guard arguments.indices.contains(specifier.position) else { return "<decode: missing data>" }
            let argument = arguments[specifier.position] ?? "(null)"
            let isScalar = argument is any Numeric || argument is Bool
            return privacy(specifier.annotations).masked(specifier.text(of: argument), isScalar: isScalar)
        }
    }.joined()
}

private func privacy(_ annotations: [String]) -> OSLogPrivacy {
    if annotations.contains("public") { return .public }
    let mask = annotations.contains("mask.hash") ? OSLogPrivacy.Mask.hash : .none
    let isPrivate = annotations.contains("private") || annotations.contains("sensitive")
    return isPrivate ? .private(mask: mask) : .auto(mask: mask)
}
