// Constants of Apple's framework: documents, archives and certificates.

extension UTType {
    /// A PDF document.
    public static var pdf: UTType { UTType(known: "com.adobe.pdf") }

    /// Rich text with attachments, as a package.
    public static var rtfd: UTType { UTType(known: "com.apple.rtfd") }

    /// Rich text with attachments, as a flat file.
    public static var flatRTFD: UTType { UTType(known: "com.apple.flat-rtfd") }

    /// A web page with its resources.
    public static var webArchive: UTType { UTType(known: "com.apple.webarchive") }

    /// An EPUB book.
    public static var epub: UTType { UTType(known: "org.idpf.epub-container") }

    /// An email message.
    public static var emailMessage: UTType { UTType(known: "public.email-message") }

    /// A gzip archive.
    public static var gzip: UTType { UTType(known: "org.gnu.gnu-zip-archive") }

    /// A bzip2 archive.
    public static var bz2: UTType { UTType(known: "public.bzip2-archive") }

    /// A ZIP archive.
    public static var zip: UTType { UTType(known: "public.zip-archive") }

    /// An Apple Archive.
    public static var appleArchive: UTType { UTType(known: "com.apple.archive") }

    /// A tar archive.
    public static var tarArchive: UTType { UTType(known: "public.tar-archive") }

    /// A PKCS #12 file: a certificate with its private key.
    public static var pkcs12: UTType { UTType(known: "com.rsa.pkcs-12") }

    /// An X.509 certificate.
    public static var x509Certificate: UTType { UTType(known: "public.x509-certificate") }

    /// The metadata of a link preview.
    public static var linkPresentationMetadata: UTType { UTType(known: "com.apple.linkpresentation.metadata") }
}
