// The constants of Apple's older framework for the base types, folders and data. Each is a `String` in place of a `CFString`:
// `kUTTypeURL as String` compiles in both cases.

/// The identifier of anything.
public let kUTTypeItem: String = "public.item"

/// The identifier of the content of a document.
public let kUTTypeContent: String = "public.content"

/// The identifier of content of several kinds.
public let kUTTypeCompositeContent: String = "public.composite-content"

/// The identifier of a message.
public let kUTTypeMessage: String = "public.message"

/// The identifier of a contact.
public let kUTTypeContact: String = "public.contact"

/// The identifier of a stream of bytes.
public let kUTTypeData: String = "public.data"

/// The identifier of a directory.
public let kUTTypeDirectory: String = "public.directory"

/// The identifier of something that leads to another item.
public let kUTTypeResolvable: String = "com.apple.resolvable"

/// The identifier of a symbolic link.
public let kUTTypeSymLink: String = "public.symlink"

/// The identifier of something that runs.
public let kUTTypeExecutable: String = "public.executable"

/// The identifier of a mount point.
public let kUTTypeMountPoint: String = "com.apple.mount-point"

/// The identifier of a file that leads to another file.
public let kUTTypeAliasFile: String = "com.apple.alias-file"

/// The identifier of the data of a bookmark.
public let kUTTypeURLBookmarkData: String = "com.apple.bookmark"

/// The identifier of a URL.
public let kUTTypeURL: String = "public.url"

/// The identifier of a URL of a file.
public let kUTTypeFileURL: String = "public.file-url"

/// The identifier of a folder that the user sees as such.
public let kUTTypeFolder: String = "public.folder"

/// The identifier of a volume.
public let kUTTypeVolume: String = "public.volume"

/// The identifier of a folder that the user sees as a file.
public let kUTTypePackage: String = "com.apple.package"

/// The identifier of a bundle.
public let kUTTypeBundle: String = "com.apple.bundle"

/// The identifier of a plug-in.
public let kUTTypePluginBundle: String = "com.apple.plugin"

/// The identifier of an importer of Spotlight.
public let kUTTypeSpotlightImporter: String = "com.apple.metadata-importer"

/// The identifier of a generator of Quick Look.
public let kUTTypeQuickLookGenerator: String = "com.apple.quicklook-generator"

/// The identifier of an XPC service.
public let kUTTypeXPCService: String = "com.apple.xpc-service"

/// The identifier of a framework.
public let kUTTypeFramework: String = "com.apple.framework"

/// The identifier of an application.
public let kUTTypeApplication: String = "com.apple.application"

/// The identifier of an application that is a bundle.
public let kUTTypeApplicationBundle: String = "com.apple.application-bundle"

/// The identifier of a program for UNIX.
public let kUTTypeUnixExecutable: String = "public.unix-executable"

/// The identifier of a program for Windows.
public let kUTTypeWindowsExecutable: String = "com.microsoft.windows-executable"

/// The identifier of a class of Java.
public let kUTTypeJavaClass: String = "com.sun.java-class"

/// The identifier of an archive of Java classes.
public let kUTTypeJavaArchive: String = "com.sun.java-archive"

/// The identifier of a pane of the system settings.
public let kUTTypeSystemPreferencesPane: String = "com.apple.systempreference.prefpane"
