// Constants of Apple's framework: types that others are built on.

extension UTType {
    /// Most things: files, folders and data in memory.
    public static var item: UTType { UTType(known: "public.item") }

    /// What a person can look at or listen to: documents, and data that is pasted or shared.
    public static var content: UTType { UTType(known: "public.content") }

    /// Content that mixes text, pictures and other content.
    public static var compositeContent: UTType { UTType(known: "public.composite-content") }

    /// Bytes, in a file or in memory.
    public static var data: UTType { UTType(known: "public.data") }

    /// What leads to something else: symbolic links and aliases.
    public static var resolvable: UTType { UTType(known: "com.apple.resolvable") }

    /// What can be run.
    public static var executable: UTType { UTType(known: "public.executable") }

    /// Files and folders in one file.
    public static var archive: UTType { UTType(known: "public.archive") }

    /// A bookmark.
    public static var bookmark: UTType { UTType(known: "public.bookmark") }

    /// A message: mail, chat and so on.
    public static var message: UTType { UTType(known: "public.message") }

    /// What is known of a person, a group or an organisation.
    public static var contact: UTType { UTType(known: "public.contact") }

    /// An event of a calendar.
    public static var calendarEvent: UTType { UTType(known: "public.calendar-event") }

    /// A thing to do.
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

    /// A log.
    public static var log: UTType { UTType(known: "public.log") }
}
