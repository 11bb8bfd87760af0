// Constants of Apple's framework: types that others are built on.

extension UTType {
    /// The base type of most things: files, folders and data in memory.
    public static var item: UTType { UTType(known: "public.item") }

    /// The base type of content for people: documents, and data that is pasted or shared.
    public static var content: UTType { UTType(known: "public.content") }

    /// Content that combines text, images and other content.
    public static var compositeContent: UTType { UTType(known: "public.composite-content") }

    /// The base type of byte streams, in a file or in memory.
    public static var data: UTType { UTType(known: "public.data") }

    /// A reference to another item, such as a symbolic link or an alias.
    public static var resolvable: UTType { UTType(known: "com.apple.resolvable") }

    /// An executable item.
    public static var executable: UTType { UTType(known: "public.executable") }

    /// A file that contains other files and folders.
    public static var archive: UTType { UTType(known: "public.archive") }

    /// A bookmark.
    public static var bookmark: UTType { UTType(known: "public.bookmark") }

    /// A message: mail, chat and so on.
    public static var message: UTType { UTType(known: "public.message") }

    /// A contact: a person, a group or an organization.
    public static var contact: UTType { UTType(known: "public.contact") }

    /// A calendar event.
    public static var calendarEvent: UTType { UTType(known: "public.calendar-event") }

    /// A to-do item.
    public static var toDoItem: UTType { UTType(known: "public.to-do-item") }

    /// A database.
    public static var database: UTType { UTType(known: "public.database") }

    /// A spreadsheet.
    public static var spreadsheet: UTType { UTType(known: "public.spreadsheet") }

    /// A presentation.
    public static var presentation: UTType { UTType(known: "public.presentation") }

    /// A playlist.
    public static var playlist: UTType { UTType(known: "public.playlist") }

    /// A font.
    public static var font: UTType { UTType(known: "public.font") }

    /// A log file.
    public static var log: UTType { UTType(known: "public.log") }
}
