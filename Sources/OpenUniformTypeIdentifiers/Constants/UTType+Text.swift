// Constants of Apple's framework: text, source code and property lists.

extension UTType {
    /// Text with or without markup.
    public static var text: UTType { UTType(known: "public.text") }

    /// Text without markup, in an unspecified encoding.
    public static var plainText: UTType { UTType(known: "public.plain-text") }

    /// Plain text in UTF-8.
    public static var utf8PlainText: UTType { UTType(known: "public.utf8-plain-text") }

    /// Plain text in UTF-16 with a byte order mark, or in big-endian order.
    public static var utf16ExternalPlainText: UTType { UTType(known: "public.utf16-external-plain-text") }

    /// Plain text in UTF-16 in native byte order.
    public static var utf16PlainText: UTType { UTType(known: "public.utf16-plain-text") }

    /// Text with values separated by delimiters.
    public static var delimitedText: UTType { UTType(known: "public.delimited-values-text") }

    /// Comma-separated values.
    public static var commaSeparatedText: UTType { UTType(known: "public.comma-separated-values-text") }

    /// Tab-separated values.
    public static var tabSeparatedText: UTType { UTType(known: "public.tab-separated-values-text") }

    /// Tab-separated values in UTF-8.
    public static var utf8TabSeparatedText: UTType { UTType(known: "public.utf8-tab-separated-values-text") }

    /// Text in Rich Text Format.
    public static var rtf: UTType { UTType(known: "public.rtf") }

    /// HTML text.
    public static var html: UTType { UTType(known: "public.html") }

    /// XML text.
    public static var xml: UTType { UTType(known: "public.xml") }

    /// YAML text.
    public static var yaml: UTType { UTType(known: "public.yaml") }

    /// A cascading style sheet (CSS).
    public static var css: UTType { UTType(known: "public.css") }

    /// JSON text.
    public static var json: UTType { UTType(known: "public.json") }

    /// GeoJSON text.
    public static var geoJSON: UTType { UTType(known: "public.geojson") }

    /// A haptic pattern.
    public static var ahap: UTType { UTType(known: "com.apple.haptics.ahap") }

    /// A contact card.
    public static var vCard: UTType { UTType(known: "public.vcard") }

    /// Source code in any language.
    public static var sourceCode: UTType { UTType(known: "public.source-code") }

    /// Assembly language source code.
    public static var assemblyLanguageSource: UTType { UTType(known: "public.assembly-source") }

    /// C source code.
    public static var cSource: UTType { UTType(known: "public.c-source") }

    /// Objective-C source code.
    public static var objectiveCSource: UTType { UTType(known: "public.objective-c-source") }

    /// Swift source code.
    public static var swiftSource: UTType { UTType(known: "public.swift-source") }

    /// C++ source code.
    public static var cPlusPlusSource: UTType { UTType(known: "public.c-plus-plus-source") }

    /// Objective-C++ source code.
    public static var objectiveCPlusPlusSource: UTType { UTType(known: "public.objective-c-plus-plus-source") }

    /// A C header.
    public static var cHeader: UTType { UTType(known: "public.c-header") }

    /// A C++ header.
    public static var cPlusPlusHeader: UTType { UTType(known: "public.c-plus-plus-header") }

    /// A script in any language.
    public static var script: UTType { UTType(known: "public.script") }

    /// AppleScript source text.
    public static var appleScript: UTType { UTType(known: "com.apple.applescript.text") }

    /// A compiled AppleScript.
    public static var osaScript: UTType { UTType(known: "com.apple.applescript.script") }

    /// An AppleScript bundle.
    public static var osaScriptBundle: UTType { UTType(known: "com.apple.applescript.script-bundle") }

    /// JavaScript source code.
    public static var javaScript: UTType { UTType(known: "com.netscape.javascript-source") }

    /// A shell script.
    public static var shellScript: UTType { UTType(known: "public.shell-script") }

    /// A Perl script.
    public static var perlScript: UTType { UTType(known: "public.perl-script") }

    /// A Python script.
    public static var pythonScript: UTType { UTType(known: "public.python-script") }

    /// A Ruby script.
    public static var rubyScript: UTType { UTType(known: "public.ruby-script") }

    /// A PHP script.
    public static var phpScript: UTType { UTType(known: "public.php-script") }

    /// A makefile.
    public static var makefile: UTType { UTType(known: "public.make-source") }

    /// A property list.
    public static var propertyList: UTType { UTType(known: "com.apple.property-list") }

    /// An XML property list.
    public static var xmlPropertyList: UTType { UTType(known: "com.apple.xml-property-list") }

    /// A binary property list.
    public static var binaryPropertyList: UTType { UTType(known: "com.apple.binary-property-list") }
}
