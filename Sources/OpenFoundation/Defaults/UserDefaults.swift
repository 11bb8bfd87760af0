import AppexModel
public import Foundation

/// Defaults that several processes read and write at the same time, such as an app and its extensions.
///
/// A change is visible to all processes when the call that makes it returns. Changes of several processes do not overwrite
/// each other, a process that is killed leaves the old value or the new one, and `synchronize()` is needed only to wait for
/// the disk. With the identifier of an app group as its name, a suite is in the container of the group. Without a broker, the
/// suites of a program are where swift-corelibs-foundation has them, in the user's configuration folder.
///
/// In a file that imports Foundation too, the name is ambiguous. Extensions and apps get a type alias from their generated
/// entry point; another module declares `typealias UserDefaults = OpenFoundation.UserDefaults` in one of its files.
///
/// May be used from any thread. See
/// [Apple's documentation](https://developer.apple.com/documentation/foundation/userdefaults).
///
/// ## Difference from Apple
/// A value that is not a property list is not stored, and a line on standard error says so; Apple raises an exception. There
/// is no key-value observing; ``observe(forKey:changeHandler:)`` and ``values(forKey:)`` take its place. Dates are stored to the
/// second.
open class UserDefaults: Foundation.UserDefaults {
    /// Where values are looked for. Its domain is written.
    let list: DefaultsSearchList
    private var domain: DefaultsDomain? { list.domain }
    private let name: String

    /// The defaults of this program. An extension has others than its app.
    open override class var standard: UserDefaults { shared }

    private nonisolated(unsafe) static let shared = UserDefaults()  // its state is in domains and a mutex

    /// Creates an object that reads and writes a suite.
    ///
    /// - Parameter suiteName: the name of the suite, such as the identifier of an app group; nil for the program's own domain.
    /// - Returns: nil for the program's own identifier, for `NSGlobalDomain`, and for a name that cannot be one of a file. If
    ///   the process is not a member of the group, an object whose suite is empty and cannot be written.
    public override init?(suiteName suitename: String?) {
        switch suitename.map(DefaultsPlace.suite) ?? .file(DefaultsPlace.own) {
        case .file(let file): list = DefaultsSearchList(DefaultsDomain.at(file))
        case .notEntitled: list = DefaultsSearchList(nil)
        case .invalid(let why):
            DefaultsDomain.print(why)
            return nil
        }
        name = suitename ?? DefaultsPlace.ownName
        super.init(suiteName: nil)
    }

    // MARK: Reading

    /// The newest value of a key in the search list: arguments, this object's domain, added suites, the domain of all programs,
    /// and registered defaults.
    ///
    /// - Returns: a string, number, date, data, array or dictionary; nil if no domain has the key.
    open override func object(forKey defaultName: String) -> Any? {
        value(defaultName).map(DefaultsValue.object)
    }

    private func value(_ key: String) -> PropertyListValue? { list.value(key) }

    /// Returns the value of a key, as ``object(forKey:)`` does.
    open func value(forKey key: String) -> Any? { object(forKey: key) }

    /// All keys and values of the search list.
    open override func dictionaryRepresentation() -> [String: Any] {
        let volatile = VolatileDomains.shared
        let added = list.suiteDomains.reversed().map(\.values)
        var all = volatile[Self.registrationDomain] ?? [:]
        for values in [DefaultsSearchList.global.values] + added { all.merge(values) { $1 } }
        all.merge(domain?.values ?? [:]) { $1 }
        all.merge(volatile[Self.argumentDomain] ?? [:]) { $1 }
        return all.mapValues(DefaultsValue.object)
    }

    /// The value as a string. A number is converted.
    open override func string(forKey defaultName: String) -> String? { value(defaultName)?.asText }

    /// The value, if it is an array.
    open override func array(forKey defaultName: String) -> [Any]? {
        value(defaultName)?.array?.map(DefaultsValue.object)
    }

    /// The value, if it is a dictionary.
    open override func dictionary(forKey defaultName: String) -> [String: Any]? {
        value(defaultName)?.dictionary?.mapValues(DefaultsValue.object)
    }

    /// The value, if it is data.
    open override func data(forKey defaultName: String) -> Data? {
        guard case .data(let bytes) = value(defaultName) else { return nil }
        return Data(bytes)
    }

    /// The value, if it is an array of strings only.
    open override func stringArray(forKey defaultName: String) -> [String]? {
        guard let elements = value(defaultName)?.array else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// The value as an integer: that at the beginning of a string, and 0 for what is not a number.
    open override func integer(forKey defaultName: String) -> Int { value(defaultName)?.asInteger ?? 0 }

    /// The value as a number, as by ``double(forKey:)``.
    open override func float(forKey defaultName: String) -> Float { Float(double(forKey: defaultName)) }

    /// The value as a number: that at the beginning of a string, and 0 for what is not a number.
    open override func double(forKey defaultName: String) -> Double { value(defaultName)?.asReal ?? 0 }

    /// The value as a boolean: true for a number other than 0, and for the strings `YES`, `true` and `1`.
    open override func bool(forKey defaultName: String) -> Bool { value(defaultName)?.asBoolean ?? false }

    /// The value as a URL: a string is a path, unless it was set as the URL of something else.
    open override func url(forKey defaultName: String) -> URL? {
        guard let text = value(defaultName)?.string, !text.utf8.contains(0) else { return nil }
        if let url = URL(string: text), let scheme = url.scheme, scheme.utf8.count > 1 { return url }
        return URL(fileURLWithPath: (text as NSString).expandingTildeInPath)
    }

    // MARK: Writing

    /// Sets the value of a key in this object's domain, or removes it if the value is nil. A failure is written to standard
    /// error; see ``save(_:forKey:)``.
    open override func set(_ value: Any?, forKey defaultName: String) {
        do throws(UserDefaultsError) {
            try store(value, forKey: defaultName)
        } catch {
            if let domain { domain.complain(error.description) } else { DefaultsDomain.print(error.description) }
        }
    }

    /// Stores a value for a key, as `set(_:forKey:)` does.
    open func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Sets the value of a key to an integer.
    open override func set(_ value: Int, forKey defaultName: String) {
        set(NSNumber(value: value) as Any?, forKey: defaultName)
    }

    /// Sets the value of a key to a number.
    open override func set(_ value: Float, forKey defaultName: String) {
        set(NSNumber(value: value) as Any?, forKey: defaultName)
    }

    /// Sets the value of a key to a number.
    open override func set(_ value: Double, forKey defaultName: String) {
        set(NSNumber(value: value) as Any?, forKey: defaultName)
    }

    /// Sets the value of a key to a boolean.
    open override func set(_ value: Bool, forKey defaultName: String) {
        set(value as Any?, forKey: defaultName)
    }

    /// Sets the value of a key to a URL, which ``url(forKey:)`` returns. It is stored as a string: the path of a file, and
    /// otherwise the whole URL.
    open override func set(_ url: URL?, forKey defaultName: String) {
        set(url.map { $0.isFileURL ? $0.path : $0.absoluteString } as Any?, forKey: defaultName)
    }

    /// Sets the value of a key in this object's domain, or removes it if the value is nil, and waits until it is on disk.
    ///
    /// Blocks the calling thread for some milliseconds.
    ///
    /// - Throws: ``UserDefaultsError``. The value is not changed then, except for ``UserDefaultsError/Code/files`` if the disk
    ///   fails after it was written.
    public func save(_ value: Any?, forKey defaultName: String) throws(UserDefaultsError) {
        try store(value, forKey: defaultName)
        guard domain?.synchronize() ?? false else {
            throw UserDefaultsError(
                .files, "Cannot make sure that the value of \(defaultName) in \(name) is on disk; save it again.")
        }
    }

    private func store(_ object: Any?, forKey key: String) throws(UserDefaultsError) {
        var change = JournalRecord.Change.remove(key)
        if let object {
            guard let value = DefaultsValue.value(of: object), key.isStreamSafe else {
                throw UserDefaultsError(
                    .invalidValue,
                    "Cannot store a \(type(of: object)) for the key \(key.streamSafe) in \(name): only property lists of at most 24 levels can be stored."
                )
            }
            change = .set(key, value)
        }
        try make(change)
    }

    private func make(_ change: JournalRecord.Change) throws(UserDefaultsError) {
        guard let domain else {
            throw UserDefaultsError(
                .notPermitted,
                "Cannot store a value in \(name): this program is not a member of the group; add it to com.apple.security.application-groups in the entitlements."
            )
        }
        try domain.change(change)
        NotificationCenter.default.post(name: Self.didChangeNotification, object: self)
    }

    /// Removes a key from this object's domain.
    open override func removeObject(forKey defaultName: String) { set(nil as Any?, forKey: defaultName) }

    /// Waits until all changes are on disk. Other processes see them without it.
    ///
    /// - Returns: whether they are, and no change has failed since the last call.
    @discardableResult
    open override func synchronize() -> Bool { domain?.synchronize() ?? false }

    // MARK: Domains

    /// Adds values that are used if no other domain has their keys, for all objects of this process.
    open override func register(defaults registrationDictionary: [String: Any]) {
        VolatileDomains.shared.add(Self.values(registrationDictionary), to: Self.registrationDomain)
    }

    /// Adds a suite to the search list, after this object's domain.
    open override func addSuite(named suiteName: String) {
        list.add(suiteName)
    }

    /// Removes a suite from the search list.
    open override func removeSuite(named suiteName: String) {
        list.remove(suiteName)
    }

    /// The names of the domains that are not stored.
    open override var volatileDomainNames: [String] { VolatileDomains.shared.names }

    /// The values of a domain that is not stored.
    open override func volatileDomain(forName domainName: String) -> [String: Any] {
        (VolatileDomains.shared[domainName] ?? [:]).mapValues(DefaultsValue.object)
    }

    /// Sets the values of a domain that is not stored. Only those of arguments and of registered defaults are searched.
    open override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        VolatileDomains.shared[domainName] = Self.values(domain)
    }

    /// Removes a domain that is not stored.
    open override func removeVolatileDomain(forName domainName: String) { VolatileDomains.shared[domainName] = nil }

    /// The values of a stored domain; nil if it has no values, or cannot be one of this process.
    open override func persistentDomain(forName domainName: String) -> [String: Any]? {
        let values = DefaultsPlace.domain(domainName).map { DefaultsDomain.at($0).values } ?? [:]
        return values.isEmpty ? nil : values.mapValues(DefaultsValue.object)
    }

    /// Replaces all values of a stored domain at once. They may have 4 MiB together.
    open override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        replace(domainName, with: Self.values(domain))
    }

    /// Removes all values of a stored domain.
    open override func removePersistentDomain(forName domainName: String) { replace(domainName, with: [:]) }

    private func replace(_ domainName: String, with values: [String: PropertyListValue]) {
        guard let domain = DefaultsPlace.domain(domainName).map(DefaultsDomain.at) else {
            return DefaultsDomain.print("Cannot change \(domainName): this program has no domain of this name.")
        }
        do throws(UserDefaultsError) {
            try domain.change(.replace(values))
        } catch {
            return domain.complain(error.description)
        }
        NotificationCenter.default.post(name: Self.didChangeNotification, object: self)
    }

    private static func values(_ objects: [String: Any]) -> [String: PropertyListValue] {
        objects.reduce(into: [:]) { values, entry in
            guard let value = DefaultsValue.value(of: entry.value), entry.key.isStreamSafe else {
                return DefaultsDomain.print(
                    "Cannot use the value of \(entry.key.streamSafe): it is not a property list.")
            }
            values[entry.key] = value
        }
    }
}
