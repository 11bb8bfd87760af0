import OpenUniformTypeIdentifiers
import Testing

@Suite struct CoreTypeTests {
    private static let constants: [String] = [
        kUTTypeItem, kUTTypeContent, kUTTypeCompositeContent, kUTTypeMessage, kUTTypeContact, kUTTypeData,
        kUTTypeDirectory, kUTTypeResolvable, kUTTypeSymLink, kUTTypeExecutable, kUTTypeMountPoint, kUTTypeAliasFile,
        kUTTypeURLBookmarkData, kUTTypeURL, kUTTypeFileURL, kUTTypeFolder, kUTTypeVolume,
        kUTTypePackage, kUTTypeBundle, kUTTypePluginBundle, kUTTypeSpotlightImporter, kUTTypeQuickLookGenerator,
        kUTTypeXPCService, kUTTypeFramework, kUTTypeApplication, kUTTypeApplicationBundle, kUTTypeUnixExecutable,
        kUTTypeWindowsExecutable, kUTTypeJavaClass, kUTTypeJavaArchive,
        kUTTypeSystemPreferencesPane, kUTTypeText, kUTTypePlainText, kUTTypeUTF8PlainText,
        kUTTypeUTF16ExternalPlainText, kUTTypeUTF16PlainText, kUTTypeDelimitedText, kUTTypeCommaSeparatedText,
        kUTTypeTabSeparatedText, kUTTypeUTF8TabSeparatedText, kUTTypeRTF, kUTTypeHTML, kUTTypeXML, kUTTypeSourceCode,
        kUTTypeAssemblyLanguageSource, kUTTypeCSource, kUTTypeObjectiveCSource, kUTTypeSwiftSource,
        kUTTypeCPlusPlusSource, kUTTypeObjectiveCPlusPlusSource, kUTTypeCHeader, kUTTypeCPlusPlusHeader,
        kUTTypeJavaSource, kUTTypeScript, kUTTypeAppleScript, kUTTypeOSAScript, kUTTypeOSAScriptBundle,
        kUTTypeJavaScript, kUTTypeShellScript, kUTTypePerlScript, kUTTypePythonScript, kUTTypeRubyScript,
        kUTTypePHPScript, kUTTypeJSON, kUTTypePropertyList, kUTTypeXMLPropertyList, kUTTypeBinaryPropertyList,
        kUTTypeLog, kUTTypeImage, kUTTypeJPEG, kUTTypeJPEG2000, kUTTypeTIFF, kUTTypePICT, kUTTypeGIF, kUTTypePNG,
        kUTTypeQuickTimeImage, kUTTypeAppleICNS, kUTTypeBMP, kUTTypeICO, kUTTypeRawImage,
        kUTTypeScalableVectorGraphics, kUTTypeLivePhoto, kUTTypeAudiovisualContent, kUTTypeMovie, kUTTypeVideo,
        kUTTypeAudio, kUTTypeQuickTimeMovie, kUTTypeMPEG, kUTTypeMPEG2Video, kUTTypeMPEG2TransportStream, kUTTypeMP3,
        kUTTypeMPEG4, kUTTypeMPEG4Audio, kUTTypeAppleProtectedMPEG4Audio, kUTTypeAppleProtectedMPEG4Video,
        kUTTypeAVIMovie, kUTTypeAudioInterchangeFileFormat, kUTTypeWaveformAudio, kUTTypeMIDIAudio, kUTTypePlaylist,
        kUTTypeM3UPlaylist, kUTTypeArchive, kUTTypeDiskImage, kUTTypeGNUZipArchive, kUTTypeBzip2Archive,
        kUTTypeZipArchive, kUTTypePDF, kUTTypeRTFD, kUTTypeFlatRTFD, kUTTypeWebArchive, kUTTypeSpreadsheet,
        kUTTypePresentation, kUTTypeDatabase, kUTTypeVCard, kUTTypeToDoItem,
        kUTTypeCalendarEvent, kUTTypeEmailMessage, kUTTypeInternetLocation, kUTTypeFont,
        kUTTypeBookmark, kUTType3DContent, kUTTypePKCS12, kUTTypeX509Certificate, kUTTypeElectronicPublication,
    ]

    @Test func `every constant is the identifier of a type of the system`() {
        #expect(Self.constants.filter { !UTTypeIsDeclared($0) } == [])
        #expect(Set(Self.constants).count == Self.constants.count)
    }

    @Test func `a constant is a string and a Core Foundation string`() {
        #expect(String(kUTTypeImage) == kUTTypeImage as String)
        #expect(UTTypeEqual("PUBLIC.Image" as CFString, kUTTypeImage))
    }

    @Test func `conformance is that of the types`() {
        #expect(UTTypeConformsTo("public.jpeg" as CFString, kUTTypeImage))
        #expect(!UTTypeConformsTo(kUTTypeImage, kUTTypeJPEG))
        #expect(UTTypeConformsTo("not a type", "NOT A TYPE") && !UTTypeConformsTo("not a type", kUTTypeData))
    }

    @Test func `a tag leads to types and back`() {
        let type = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "jpg" as CFString, nil)
        #expect(type?.takeRetainedValue() as String? == "public.jpeg")
        let fromMIME = UTTypeCreateAllIdentifiersForTag(kUTTagClassMIMEType, "image/png", kUTTypeImage)
        #expect(fromMIME?.takeUnretainedValue().first == "public.png")
        #expect(UTTypeCopyPreferredTagWithClass(kUTTypePNG, kUTTagClassMIMEType)?.takeRetainedValue() == "image/png")
        let none = UTTypeCreatePreferredIdentifierForTag(kUTTagClassOSType, "JPEG", nil)
        #expect(none?.takeRetainedValue() == nil)
        let unknown = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "unheardof", nil)
        #expect(unknown.map { UTTypeIsDynamic($0.takeRetainedValue()) } == true)
        #expect(UTTypeCopyDescription(kUTTypePDF)?.takeRetainedValue().isEmpty == false)
    }
}
