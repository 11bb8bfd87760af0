// Constants of Apple's framework: files, folders, bundles and programs.

extension UTType {
    /// A directory, be it a folder or a package.
    public static var directory: UTType { UTType(known: "public.directory") }

    /// A directory that a person can look into.
    public static var folder: UTType { UTType(known: "public.folder") }

    /// The top folder of a volume.
    public static var volume: UTType { UTType(known: "public.volume") }

    /// A symbolic link.
    public static var symbolicLink: UTType { UTType(known: "public.symlink") }

    /// Where a volume is mounted.
    public static var mountPoint: UTType { UTType(known: "com.apple.mount-point") }

    /// An alias.
    public static var aliasFile: UTType { UTType(known: "com.apple.alias-file") }

    /// The data of a bookmark of a URL.
    public static var urlBookmarkData: UTType { UTType(known: "com.apple.bookmark") }

    /// A URL.
    public static var url: UTType { UTType(known: "public.url") }

    /// The URL of a file.
    public static var fileURL: UTType { UTType(known: "public.file-url") }

    /// A file with an address, as Apple's system makes it.
    public static var internetLocation: UTType { UTType(known: "com.apple.internet-location") }

    /// A file with an address, as Windows makes it.
    public static var internetShortcut: UTType { UTType(known: "com.microsoft.internet-shortcut") }

    /// What can be mounted as a volume.
    public static var diskImage: UTType { UTType(known: "public.disk-image") }

    /// A directory that looks like a file.
    public static var package: UTType { UTType(known: "com.apple.package") }

    /// A directory with the layout of a bundle.
    public static var bundle: UTType { UTType(known: "com.apple.bundle") }

    /// A plug-in in a bundle.
    public static var pluginBundle: UTType { UTType(known: "com.apple.plugin") }

    /// A plug-in that reads files for Spotlight.
    public static var spotlightImporter: UTType { UTType(known: "com.apple.metadata-importer") }

    /// A plug-in that draws previews.
    public static var quickLookGenerator: UTType { UTType(known: "com.apple.quicklook-generator") }

    /// An XPC service.
    public static var xpcService: UTType { UTType(known: "com.apple.xpc-service") }

    /// A framework.
    public static var framework: UTType { UTType(known: "com.apple.framework") }

    /// An application.
    public static var application: UTType { UTType(known: "com.apple.application") }

    /// An application in a bundle.
    public static var applicationBundle: UTType { UTType(known: "com.apple.application-bundle") }

    /// An app extension.
    public static var applicationExtension: UTType { UTType(known: "com.apple.application-and-system-extension") }

    /// A program for Unix.
    public static var unixExecutable: UTType { UTType(known: "public.unix-executable") }

    /// A program for Windows.
    public static var exe: UTType { UTType(known: "com.microsoft.windows-executable") }

    /// A pane of the system's settings.
    public static var systemPreferencesPane: UTType { UTType(known: "com.apple.systempreference.prefpane") }
}
