import OpenFoundation

/// What the listings keep: an object that can be archived.
class Note: NSObject, NSSecureCoding {
    static var supportsSecureCoding = true

    var text: String
    var date: Date

    init(text: String) {
        self.text = text
        self.date = Date()
    }

    func encode(with aCoder: NSCoder) {
        aCoder.encode(text, forKey: "text")
        aCoder.encode(date, forKey: "date")
    }

    required init?(coder aDecoder: NSCoder) {
        guard let text = aDecoder.decodeObject(of: NSString.self, forKey: "text") as String?,
            let date = aDecoder.decodeObject(of: NSDate.self, forKey: "date") as Date?
        else { return nil }
        self.text = text
        self.date = date
    }
}
