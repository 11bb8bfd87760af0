// Constants of Apple's framework: files, folders, bundles and programs.

extension UTType {
    /// A directory: a folder or a package.
    public static var directory: UTType { UTType(known: "public.directory") }

    /// A directory that users can browse, unlike a package.
    public static var folder: UTType { UTType(known: "public.folder") }

    /// The root folder of a volume.
    public static var volume: UTType { UTType(known: "public.volume") }

    /// A symbolic link.
    public static var symbolicLink: UTType { UTType(known: "public.symlink") }

    /// A mount point of a volume.
    public static var mountPoint: UTType { UTType(known: "com.apple.mount-point") }

    /// An alias file.
    public static var aliasFile: UTType { UTType(known: "com.apple.alias-file") }

    /// The data of a URL bookmark.
    public static var urlBookmarkData: UTType { UTType(known: "com.apple.bookmark") }

    /// A URL.
    public static var url: UTType { UTType(known: "public.url") }

    /// The URL of a file.
    public static var fileURL: UTType { UTType(known: "public.file-url") }

    /// An internet location file of macOS.
    public static var internetLocation: UTType { UTType(known: "com.apple.internet-location") }

    /// An internet shortcut file of Windows.
    public static var internetShortcut: UTType { UTType(known: "com.microsoft.internet-shortcut") }

    /// A disk image, which can be mounted as a volume.
    public static var diskImage: UTType { UTType(known: "public.disk-image") }

    /// A directory that users see as a file.
    public static var package: UTType { UTType(known: "com.apple.package") }

    /// A directory with the structure of a bundle.
    public static var bundle: UTType { UTType(known: "com.apple.bundle") }

    /// A plug-in bundle.
    public static var pluginBundle: UTType { UTType(known: "com.apple.plugin") }

    /// A Spotlight importer plug-in.
    public static var spotlightImporter: UTType { UTType(known: "com.apple.metadata-importer") }

    /// A Quick Look preview generator.
    public static var quickLookGenerator: UTType { UTType(known: "com.apple.quicklook-generator") }

    /// An XPC service.
    public static var xpcService: UTType { UTType(known: "com.apple.xpc-service") }

    /// A framework.
    public static var framework: UTType { UTType(known: "com.apple.framework") }

    /// An application.
    public static var application: UTType { UTType(known: "com.apple.application") }

    /// An application bundle.
    public static var applicationBundle: UTType { UTType(known: "com.apple.application-bundle") }

    /// An app extension.
    public static var applicationExtension: UTType { UTType(known: "com.apple.application-and-system-extension") }

    /// A Unix executable.
    public static var unixExecutable: UTType { UTType(known: "public.unix-executable") }

    /// A Windows executable.
    public static var exe: UTType { UTType(known: "com.microsoft.windows-executable") }

    /// A pane of the system settings.
    public static var systemPreferencesPane: UTType { UTType(known: "com.apple.systempreference.prefpane") }
}
