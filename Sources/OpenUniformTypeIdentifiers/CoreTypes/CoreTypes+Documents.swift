// The constants of Apple's older framework for archives, documents and records. Each is a `String` in place of a `CFString`:
// `kUTTypeURL as String` compiles in both cases.

/// The identifier of an archive.
public let kUTTypeArchive: String = "public.archive"

/// The identifier of a disk image.
public let kUTTypeDiskImage: String = "public.disk-image"

/// The identifier of a gzip archive.
public let kUTTypeGNUZipArchive: String = "org.gnu.gnu-zip-archive"

/// The identifier of a bzip2 archive.
public let kUTTypeBzip2Archive: String = "public.bzip2-archive"

/// The identifier of a ZIP archive.
public let kUTTypeZipArchive: String = "public.zip-archive"

/// The identifier of PDF.
public let kUTTypePDF: String = "com.adobe.pdf"

/// The identifier of rich text with attachments, as a folder.
public let kUTTypeRTFD: String = "com.apple.rtfd"

/// The identifier of rich text with attachments, as a file.
public let kUTTypeFlatRTFD: String = "com.apple.flat-rtfd"

/// The identifier of a web page with its parts.
public let kUTTypeWebArchive: String = "com.apple.webarchive"

/// The identifier of a spreadsheet.
public let kUTTypeSpreadsheet: String = "public.spreadsheet"

/// The identifier of a presentation.
public let kUTTypePresentation: String = "public.presentation"

/// The identifier of a database.
public let kUTTypeDatabase: String = "public.database"

/// The identifier of a vCard.
public let kUTTypeVCard: String = "public.vcard"

/// The identifier of a task.
public let kUTTypeToDoItem: String = "public.to-do-item"

/// The identifier of an event of a calendar.
public let kUTTypeCalendarEvent: String = "public.calendar-event"

/// The identifier of an electronic mail.
public let kUTTypeEmailMessage: String = "public.email-message"

/// The identifier of a file with a URL.
public let kUTTypeInternetLocation: String = "com.apple.internet-location"

/// The identifier of a font.
public let kUTTypeFont: String = "public.font"

/// The identifier of a bookmark.
public let kUTTypeBookmark: String = "public.bookmark"

/// The identifier of a model in three dimensions.
public let kUTType3DContent: String = "public.3d-content"

/// The identifier of certificates and keys in a PKCS #12 file.
public let kUTTypePKCS12: String = "com.rsa.pkcs-12"

/// The identifier of an X.509 certificate.
public let kUTTypeX509Certificate: String = "public.x509-certificate"

/// The identifier of an electronic book in a file.
public let kUTTypeElectronicPublication: String = "org.idpf.epub-container"
