// The constants of Apple's older framework for text and source code. Each is a `String` in place of a `CFString`:
// `kUTTypeURL as String` compiles in both cases.

/// The identifier of text with or without markup.
public let kUTTypeText: String = "public.text"

/// The identifier of text without markup, in an unspecified encoding.
public let kUTTypePlainText: String = "public.plain-text"

/// The identifier of plain text in UTF-8.
public let kUTTypeUTF8PlainText: String = "public.utf8-plain-text"

/// The identifier of plain text in UTF-16 with or without a byte-order mark.
public let kUTTypeUTF16ExternalPlainText: String = "public.utf16-external-plain-text"

/// The identifier of plain text in UTF-16 in the byte order of the machine.
public let kUTTypeUTF16PlainText: String = "public.utf16-plain-text"

/// The identifier of text with separated values.
public let kUTTypeDelimitedText: String = "public.delimited-values-text"

/// The identifier of text with values that are separated by commas.
public let kUTTypeCommaSeparatedText: String = "public.comma-separated-values-text"

/// The identifier of text with values that are separated by tabs.
public let kUTTypeTabSeparatedText: String = "public.tab-separated-values-text"

/// The identifier of text in UTF-8 with values that are separated by tabs.
public let kUTTypeUTF8TabSeparatedText: String = "public.utf8-tab-separated-values-text"

/// The identifier of text in the Rich Text Format.
public let kUTTypeRTF: String = "public.rtf"

/// The identifier of HTML.
public let kUTTypeHTML: String = "public.html"

/// The identifier of XML.
public let kUTTypeXML: String = "public.xml"

/// The identifier of source code.
public let kUTTypeSourceCode: String = "public.source-code"

/// The identifier of source code in assembly language.
public let kUTTypeAssemblyLanguageSource: String = "public.assembly-source"

/// The identifier of source code in C.
public let kUTTypeCSource: String = "public.c-source"

/// The identifier of source code in Objective-C.
public let kUTTypeObjectiveCSource: String = "public.objective-c-source"

/// The identifier of source code in Swift.
public let kUTTypeSwiftSource: String = "public.swift-source"

/// The identifier of source code in C++.
public let kUTTypeCPlusPlusSource: String = "public.c-plus-plus-source"

/// The identifier of source code in Objective-C++.
public let kUTTypeObjectiveCPlusPlusSource: String = "public.objective-c-plus-plus-source"

/// The identifier of a header of C.
public let kUTTypeCHeader: String = "public.c-header"

/// The identifier of a header of C++.
public let kUTTypeCPlusPlusHeader: String = "public.c-plus-plus-header"

/// The identifier of source code in Java.
public let kUTTypeJavaSource: String = "com.sun.java-source"

/// The identifier of a script.
public let kUTTypeScript: String = "public.script"

/// The identifier of the text of an AppleScript.
public let kUTTypeAppleScript: String = "com.apple.applescript.text"

/// The identifier of a compiled AppleScript.
public let kUTTypeOSAScript: String = "com.apple.applescript.script"

/// The identifier of a compiled AppleScript in a bundle.
public let kUTTypeOSAScriptBundle: String = "com.apple.applescript.script-bundle"

/// The identifier of source code in JavaScript.
public let kUTTypeJavaScript: String = "com.netscape.javascript-source"

/// The identifier of a script for a shell.
public let kUTTypeShellScript: String = "public.shell-script"

/// The identifier of a script in Perl.
public let kUTTypePerlScript: String = "public.perl-script"

/// The identifier of a script in Python.
public let kUTTypePythonScript: String = "public.python-script"

/// The identifier of a script in Ruby.
public let kUTTypeRubyScript: String = "public.ruby-script"

/// The identifier of a script in PHP.
public let kUTTypePHPScript: String = "public.php-script"

/// The identifier of JSON.
public let kUTTypeJSON: String = "public.json"

/// The identifier of any property list, and of what the JavaScript file of an extension hands over.
public let kUTTypePropertyList: String = "com.apple.property-list"

/// The identifier of a property list in XML.
public let kUTTypeXMLPropertyList: String = "com.apple.xml-property-list"

/// The identifier of a binary property list.
public let kUTTypeBinaryPropertyList: String = "com.apple.binary-property-list"

/// The identifier of a log.
public let kUTTypeLog: String = "public.log"
