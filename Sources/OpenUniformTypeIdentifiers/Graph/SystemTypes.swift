/// The types that the system declares, one per line: identifier, parents, file name extensions, MIME types and
/// description, in the format of ``TypeList``.
///
/// The facts come from Apple's tables of system-declared types and the comments of `UTCoreTypes.h`. Where Apple's
/// sources disagree, the row follows what the conformance tests rely on. Two orders are significant: the first
/// extension and the first MIME type of a row are the preferred ones, and of two rows with the same tag the earlier one
/// is preferred.
enum SystemTypes {
    /// The whole table.
    static let table = """
        # Base types
        public.item | | | | Item
        public.content | | | | Content
        public.composite-content | public.content | | | Composite content
        public.data | public.item | | application/octet-stream | Data
        com.apple.resolvable | | | | Resolvable item
        public.contact | | | | Contact
        public.message | | | | Message
        public.calendar-event | | | | Calendar event
        public.to-do-item | | | | To-do item
        public.bookmark | | | | Bookmark
        public.database | | | | Database
        public.playlist | | | | Playlist
        public.font | | | | Font
        public.archive | | | | Archive
        public.spreadsheet | public.content | | | Spreadsheet
        public.presentation | public.composite-content | | | Presentation
        public.executable | public.item | | | Executable

        # File system
        public.directory | public.item | | | Directory
        public.folder | public.directory | | | Folder
        public.volume | public.folder | | | Volume
        public.symlink | public.item com.apple.resolvable | | | Symbolic link
        com.apple.mount-point | public.item com.apple.resolvable | | | Mount point
        com.apple.alias-file | public.data com.apple.resolvable | | | Alias
        com.apple.bookmark | public.data com.apple.resolvable | | | Bookmark data
        com.apple.package | public.directory | | | Package
        com.apple.bundle | public.directory | | | Bundle
        com.apple.generic-bundle | com.apple.bundle com.apple.package | bundle | | Bundle
        com.apple.framework | com.apple.bundle | framework | | Framework
        com.apple.plugin | com.apple.bundle com.apple.package | plugin | | Plug-in
        com.apple.metadata-importer | com.apple.plugin | mdimporter | | Spotlight importer
        com.apple.quicklook-generator | com.apple.plugin | qlgenerator | | Quick Look generator
        com.apple.systempreference.prefpane | com.apple.package com.apple.bundle | prefPane | | Settings pane
        com.apple.xpc-service | com.apple.bundle com.apple.package | xpc | | XPC service
        com.apple.application | public.executable | | | Application
        com.apple.application-bundle | com.apple.application com.apple.bundle com.apple.package | app | | Application
        com.apple.application-and-system-extension | com.apple.xpc-service | appex | | App extension
        public.unix-executable | public.data public.executable | | | Unix executable
        com.microsoft.windows-executable | public.data public.executable | exe | application/x-msdownload \
        | Windows executable
        public.elf-binary | public.data public.executable | | application/x-executable application/x-pie-executable \
        application/x-sharedlib application/x-object | ELF binary
        public.disk-image | public.archive | | | Disk image
        com.apple.disk-image | public.disk-image | | | Apple disk image
        com.apple.disk-image-udif | com.apple.disk-image public.data | dmg smi | application/x-apple-diskimage \
        | Disk image
        public.iso-image | public.disk-image public.data | iso | | ISO disk image

        # URLs
        public.url | public.data | | text/uri-list | URL
        public.file-url | public.url | | | File URL
        public.url-name | public.data | | | URL name
        public.stored-url | | | | Stored URL
        com.apple.web-internet-location | com.apple.internet-location | webloc | | Web address
        com.apple.internet-location | public.stored-url public.data | webloc fileloc mailloc ftploc afploc inetloc \
        | | Internet location
        com.microsoft.internet-shortcut | public.stored-url public.data | url | | Internet shortcut

        # Text
        public.text | public.data public.content | | | Text
        public.plain-text | public.text | txt text | text/plain | Plain text
        public.utf8-plain-text | public.plain-text | | text/plain;charset=utf-8 | UTF-8 text
        public.utf16-plain-text | public.plain-text | | | UTF-16 text
        public.utf16-external-plain-text | public.plain-text | | text/plain;charset=utf-16 | UTF-16 text for exchange
        com.apple.traditional-mac-plain-text | public.plain-text | | | Classic Mac text
        com.apple.structured-text | public.plain-text | | | Structured text
        com.apple.structured-text.date | com.apple.structured-text | | | Date
        com.apple.structured-text.address | com.apple.structured-text | | | Address
        com.apple.structured-text.telephone-number | com.apple.structured-text | | | Telephone number
        com.apple.structured-text.transit-information | com.apple.structured-text | | | Transit information
        public.delimited-values-text | public.text | | | Delimited text
        public.comma-separated-values-text | public.delimited-values-text | csv | text/csv text/comma-separated-values \
        | CSV document
        public.tab-separated-values-text | public.delimited-values-text | tsv tab | text/tab-separated-values \
        | TSV document
        public.utf8-tab-separated-values-text | public.tab-separated-values-text public.utf8-plain-text | | \
        | UTF-8 TSV document
        public.rtf | public.text | rtf | text/rtf application/rtf | Rich text
        com.apple.rtfd | com.apple.package public.composite-content | rtfd | | Rich text with attachments
        com.apple.flat-rtfd | public.data public.composite-content | | | Flat rich text with attachments
        public.html | public.text | html htm shtml | text/html | HTML document
        public.xhtml | public.xml | xhtml xht | application/xhtml+xml | XHTML document
        public.xml | public.text | xml | application/xml text/xml | XML document
        org.w3.xsl | public.xml | xsl xslt | | XSL style sheet
        org.w3.xml-dtd | public.text | dtd | | Document type definition
        public.yaml | public.text | yaml yml | application/x-yaml | YAML document
        public.rss | public.xml | rss | application/rss+xml | RSS feed
        public.patch-file | public.plain-text | patch diff | text/x-patch text/x-diff | Patch
        org.w3.webvtt | public.text | vtt | text/vtt | WebVTT captions
        public.css | public.text | css | text/css | Style sheet
        public.json | public.text | json | application/json | JSON document
        public.ndjson | public.text | ndjson | application/x-ndjson | NDJSON document
        public.geojson | public.json | geojson | application/geo+json | GeoJSON document
        com.apple.haptics.ahap | public.json | ahap | | Haptic pattern
        net.daringfireball.markdown | public.plain-text | md markdown | text/markdown | Markdown document
        public.log | public.data | | | Log
        com.apple.log | public.log public.plain-text | log | | Log file
        com.apple.crashreport | com.apple.log | crash ips | | Crash report
        public.vcard | public.text public.contact | vcf vcard | text/vcard text/directory text/x-vcard | Contact card
        com.apple.ical.ics | public.text public.calendar-event | ics | text/calendar | Calendar file
        com.apple.ical.vcs | public.text public.calendar-event | vcs vcal | text/x-vcalendar | Calendar file
        com.topografix.gpx | public.xml | gpx | application/gpx+xml | GPS track
        com.google.earth.kml | public.xml | kml | application/vnd.google-earth.kml+xml | KML document

        # Source code
        public.source-code | public.plain-text | | | Source code
        public.c-source | public.source-code | c | | C source
        public.c-source.preprocessed | public.c-source | i | | Preprocessed C source
        public.c-header | public.source-code | h | | C header
        public.c-plus-plus-source | public.source-code | cp cpp c++ cc cxx | | C++ source
        public.c-plus-plus-source.preprocessed | public.c-plus-plus-source | ii | | Preprocessed C++ source
        public.c-plus-plus-header | public.source-code | hh hp hpp hxx h++ | | C++ header
        public.c-plus-plus-inline-header | public.c-plus-plus-header | inl ipp | | C++ inline header
        public.objective-c-source | public.source-code | m | | Objective-C source
        public.objective-c-source.preprocessed | public.objective-c-source | mi | | Preprocessed Objective-C source
        public.objective-c-plus-plus-source | public.source-code | mm | | Objective-C++ source
        public.precompiled-c-header | public.source-code | pch | | Precompiled header
        public.swift-source | public.source-code | swift | | Swift source
        public.assembly-source | public.source-code | s | | Assembly source
        public.nasm-assembly-source | public.assembly-source | nasm asm | | NASM assembly source
        public.yacc-source | public.source-code | y | | Yacc source
        public.lex-source | public.source-code | l | | Lex source
        public.mig-source | public.source-code | defs | | Mach interface definition
        public.make-source | public.script | make mak mk gmk | | Makefile
        public.module-map | public.source-code | modulemap | | Module map
        public.fortran-source | public.source-code | f for | | Fortran source
        public.fortran-77-source | public.fortran-source | f77 | | Fortran 77 source
        public.fortran-90-source | public.fortran-source | f90 | | Fortran 90 source
        public.fortran-95-source | public.fortran-source | f95 | | Fortran 95 source
        public.ada-source | public.source-code | adb ads | | Ada source
        public.pascal-source | public.source-code | pas | | Pascal source
        com.sun.java-source | public.source-code | java jav | | Java source
        com.sun.java-class | public.data | class | | Java class
        com.apple.rez-source | public.source-code | r | | Rez source
        com.apple.xcode.project | com.apple.package | xcodeproj | | Xcode project
        com.apple.xcode.pbxproject | com.apple.package | | | Xcode project
        com.netscape.javascript-source | public.source-code public.executable | js jscript javascript mjs \
        | text/javascript application/javascript | JavaScript
        public.script | public.source-code | | | Script
        com.apple.terminal.shell-script | public.shell-script | command | | Terminal script
        public.shell-script | public.script | sh command | application/x-shellscript | Shell script
        public.bash-script | public.shell-script | bash | | Bash script
        public.csh-script | public.shell-script | csh | | C shell script
        public.ksh-script | public.shell-script | ksh | | Korn shell script
        public.tcsh-script | public.shell-script | tcsh | | tcsh script
        public.zsh-script | public.shell-script | zsh | | Z shell script
        public.perl-script | public.shell-script | pl pm | text/x-perl-script application/x-perl | Perl script
        public.python-script | public.shell-script | py | text/x-python-script text/x-python text/x-python3 \
        | Python script
        public.ruby-script | public.shell-script | rb rbw | text/x-ruby-script application/x-ruby | Ruby script
        public.php-script | public.shell-script | php php3 php4 ph3 ph4 phtml | text/php application/x-php | PHP script
        com.apple.applescript.text | public.script | applescript | | AppleScript text
        com.apple.applescript.script | public.data public.script | scpt | | AppleScript
        com.apple.applescript.script-bundle | com.apple.bundle com.apple.package public.script | scptd | | Script bundle

        # Property lists
        com.apple.property-list | public.data | plist | | Property list
        com.apple.xml-property-list | public.xml com.apple.property-list | plist | | XML property list
        com.apple.binary-property-list | com.apple.property-list | plist | | Binary property list
        com.apple.ascii-property-list | com.apple.property-list public.text | | | Text property list
        com.apple.xcode.strings-text | public.text com.apple.property-list | strings | | Localised strings
        com.apple.xcode.entitlements-property-list | com.apple.property-list | entitlements | | Entitlements

        # Documents
        com.adobe.pdf | public.data public.composite-content | pdf | application/pdf | PDF document
        com.adobe.postscript | public.image | ps | application/postscript | PostScript
        com.adobe.encapsulated-postscript | com.adobe.postscript | eps | | Encapsulated PostScript
        org.idpf.epub-container | public.data public.composite-content | epub | application/epub+zip | EPUB book
        com.apple.ibooks.epub | org.idpf.epub-container | epub | | EPUB book
        com.apple.webarchive | public.data public.composite-content | webarchive | application/x-webarchive \
        | Web archive
        com.microsoft.word.doc | public.data public.composite-content | doc | application/msword | Word 97 document
        com.microsoft.excel.xls | public.data public.spreadsheet | xls | application/vnd.ms-excel | Excel 97 workbook
        com.microsoft.powerpoint.ppt | public.data public.presentation | ppt | application/vnd.ms-powerpoint \
        | PowerPoint 97 presentation
        org.openxmlformats.openxml | public.data | | | Office Open XML document
        org.openxmlformats.wordprocessingml.document | org.openxmlformats.openxml public.composite-content | docx \
        | application/vnd.openxmlformats-officedocument.wordprocessingml.document | Word document
        org.openxmlformats.spreadsheetml.sheet | org.openxmlformats.openxml public.spreadsheet | xlsx \
        | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | Excel workbook
        org.openxmlformats.presentationml.presentation | org.openxmlformats.openxml public.presentation | pptx \
        | application/vnd.openxmlformats-officedocument.presentationml.presentation | PowerPoint presentation
        org.oasis-open.opendocument.text | public.data public.composite-content | odt \
        | application/vnd.oasis.opendocument.text | OpenDocument text
        org.oasis-open.opendocument.spreadsheet | public.data public.spreadsheet | ods \
        | application/vnd.oasis.opendocument.spreadsheet | OpenDocument spreadsheet
        org.oasis-open.opendocument.presentation | public.data public.presentation | odp \
        | application/vnd.oasis.opendocument.presentation | OpenDocument presentation
        com.apple.iwork.pages.sffpages | public.data public.composite-content | pages | application/vnd.apple.pages \
        | Pages document
        com.apple.iwork.numbers.sffnumbers | public.data public.spreadsheet | numbers | application/vnd.apple.numbers \
        | Numbers spreadsheet
        com.apple.iwork.keynote.sffkey | public.data public.presentation | key | application/vnd.apple.keynote \
        | Keynote presentation
        com.apple.iwork.pages.pages | com.apple.package public.composite-content | pages | | Pages package
        com.apple.iwork.numbers.numbers | com.apple.package public.spreadsheet | numbers | | Numbers package
        com.apple.iwork.keynote.key | com.apple.package public.presentation | key | | Keynote package
        public.email-message | public.message | eml | message/rfc822 | Mail message
        com.apple.mail.email | public.email-message public.data | eml emlx | | Mail message
        """ + "\n" + media

    /// The second half of the table: what is seen and heard, archives, and the rest.
    private static let media = """
        # Images
        public.image | public.data public.content | | | Image
        public.jpeg | public.image | jpeg jpg jpe | image/jpeg image/jpg | JPEG image
        public.jpeg-2000 | public.image | jp2 jpf jpx j2k j2c | image/jp2 | JPEG 2000 image
        public.jpeg-xl | public.image | jxl | image/jxl | JPEG XL image
        public.png | public.image | png | image/png | PNG image
        public.tiff | public.image | tiff tif | image/tiff | TIFF image
        com.compuserve.gif | public.image | gif | image/gif | GIF image
        com.microsoft.bmp | public.image | bmp dib | image/bmp | Bitmap image
        com.microsoft.ico | public.image | ico | image/vnd.microsoft.icon image/x-icon | Windows icon
        com.microsoft.cur | public.image | cur | | Windows cursor
        com.apple.icns | public.image | icns | image/x-icns | Apple icon
        com.apple.pict | public.image | pict pct pic | image/pict | PICT image
        com.apple.macpaint-image | public.image | pntg | | MacPaint image
        com.apple.quicktime-image | public.image | qtif qti | image/x-quicktime | QuickTime image
        com.adobe.photoshop-image | public.image | psd | image/x-photoshop image/vnd.adobe.photoshop | Photoshop image
        com.adobe.illustrator.ai-image | public.image | ai | | Illustrator image
        public.camera-raw-image | public.image | raw | | Camera raw image
        com.adobe.raw-image | public.camera-raw-image | dng | image/x-adobe-dng | Digital negative
        com.canon.cr2-raw-image | public.camera-raw-image | cr2 | | Canon CR2 raw image
        com.canon.cr3-raw-image | public.camera-raw-image | cr3 | | Canon CR3 raw image
        com.canon.crw-raw-image | public.camera-raw-image | crw | | Canon CRW raw image
        com.canon.tif-raw-image | public.camera-raw-image | | | Canon TIF raw image
        com.nikon.raw-image | public.camera-raw-image | nef | | Nikon raw image
        com.nikon.nrw-raw-image | public.camera-raw-image | nrw | | Nikon NRW raw image
        com.sony.raw-image | public.camera-raw-image | srf | | Sony raw image
        com.sony.arw-raw-image | public.camera-raw-image | arw | | Sony ARW raw image
        com.sony.sr2-raw-image | public.camera-raw-image | sr2 | | Sony SR2 raw image
        com.olympus.raw-image | public.camera-raw-image | orf | | Olympus raw image
        com.panasonic.rw2-raw-image | public.camera-raw-image | rw2 | | Panasonic raw image
        com.fuji.raw-image | public.camera-raw-image | raf | | Fuji raw image
        com.pentax.raw-image | public.camera-raw-image | pef | | Pentax raw image
        com.leica.rwl-raw-image | public.camera-raw-image | rwl | | Leica raw image
        com.hasselblad.3fr-raw-image | public.camera-raw-image | 3fr | | Hasselblad raw image
        com.kodak.raw-image | public.camera-raw-image | dcr | | Kodak raw image
        com.epson.raw-image | public.camera-raw-image | erf | | Epson raw image
        public.svg-image | public.image public.xml | svg svgz | image/svg+xml | SVG image
        public.heif-standard | public.image | | | HEIF image
        public.heif | public.heif-standard | heif hif | image/heif | HEIF image
        public.heic | public.heif-standard | heic | image/heic | HEIC image
        public.heics | public.heif-standard | heics | image/heic-sequence | HEIC image sequence
        public.avif | public.heif-standard | avif | image/avif | AVIF image
        org.webmproject.webp | public.image | webp | image/webp | WebP image
        com.ilm.openexr-image | public.image | exr | | OpenEXR image
        public.radiance | public.image | hdr pic | | Radiance image
        com.truevision.tga-image | public.image | tga | image/targa | Targa image
        com.sgi.sgi-image | public.image | sgi | image/sgi | SGI image
        public.pbm | public.image | pbm pgm ppm | | Netpbm image
        public.mpo-image | public.image | mpo | | Multi-picture image
        public.fax | public.image public.message | fax | | Fax
        public.xbitmap-image | public.image | xbm | image/x-xbitmap | X bitmap
        com.apple.live-photo | | | | Live Photo
        com.apple.live-photo-bundle | com.apple.package | pvt | | Live Photo bundle
        com.apple.uikit.color | public.data | | | Colour
        com.apple.uikit.image | public.data | | | Archived image

        # Three-dimensional content
        public.3d-content | public.content | | | 3D content
        com.pixar.universal-scene-description | public.3d-content public.data | usd usda usdc | | Universal scene
        com.pixar.universal-scene-description-mobile | public.3d-content public.data | usdz | model/vnd.usdz+zip \
        | Universal scene package
        public.alembic | public.3d-content public.data | abc | | Alembic scene
        public.geometry-definition-format | public.3d-content public.data | obj | | Wavefront object
        public.polygon-file-format | public.3d-content public.data | ply | | Polygon file
        public.standard-tesselated-geometry-format | public.3d-content public.data | stl | | STL model
        org.khronos.collada.digital-asset-exchange | public.3d-content public.data | dae | | COLLADA scene
        com.apple.scenekit.scene | public.3d-content public.data | scn | | SceneKit scene
        com.apple.reality | public.data | reality | | Reality file
        com.apple.arobject | public.data | arobject | | Augmented reality object

        # Sound and pictures in motion
        public.audiovisual-content | public.data public.content | | | Audio-visual content
        public.movie | public.audiovisual-content | | | Movie
        public.video | public.movie | | | Video
        public.audio | public.audiovisual-content | | | Audio
        com.apple.quicktime-movie | public.movie | mov qt | video/quicktime | QuickTime movie
        public.mpeg | public.movie | mpg mpeg mpe m75 m15 | video/mpeg video/mpg video/x-mpeg | MPEG movie
        public.mpeg-2-video | public.video | m2v | video/mpeg2 | MPEG-2 video
        public.mpeg-2-transport-stream | public.movie | ts | video/mp2t | MPEG-2 transport stream
        public.mpeg-4 | public.movie | mp4 mpg4 | video/mp4 | MPEG-4 movie
        public.3gpp | public.movie | 3gp 3gpp sdv | video/3gpp audio/3gpp | 3GPP movie
        public.3gpp2 | public.movie | 3g2 3gp2 | video/3gpp2 audio/3gpp2 | 3GPP2 movie
        com.apple.m4v-video | public.movie | m4v | video/x-m4v | M4V video
        com.apple.protected-mpeg-4-video | com.apple.m4v-video | m4v | | Protected MPEG-4 movie
        public.avi | public.movie | avi vfw | video/avi video/msvideo video/x-msvideo | AVI movie
        public.dv-movie | public.movie | dv dif | video/x-dv | DV movie
        com.microsoft.advanced-systems-format | public.movie | asf | video/x-ms-asf | ASF movie
        com.microsoft.windows-media-wm | public.movie | wm | video/x-ms-wm | Windows Media movie
        com.microsoft.windows-media-wmv | public.movie | wmv | video/x-ms-wmv | Windows Media video
        com.microsoft.windows-media-wma | public.audio | wma | audio/x-ms-wma | Windows Media audio
        org.webmproject.webm | public.movie | webm | video/webm | WebM movie
        org.matroska.mkv | public.movie | mkv | video/x-matroska | Matroska movie
        com.real.realmedia | public.movie | rm | | RealMedia movie
        com.real.realaudio | public.audio | ra ram | | RealAudio
        com.apple.m4a-audio | public.audio | m4a | audio/x-m4a | M4A audio
        public.mpeg-4-audio | public.mpeg-4 public.audio | m4a mp4 | audio/mp4 | MPEG-4 audio
        com.apple.protected-mpeg-4-audio | public.audio | m4p | | Protected MPEG-4 audio
        com.apple.protected-mpeg-4-audio-b | com.apple.protected-mpeg-4-audio | m4b | | Audio book
        com.apple.mpeg-4-ringtone | public.mpeg-4-audio | m4r | | Ringtone
        public.mp3 | public.audio | mp3 mpga | audio/mpeg audio/mp3 audio/mpeg3 audio/mpg audio/x-mpeg audio/x-mp3 \
        | MP3 audio
        public.mp2 | public.audio | mp2 | | MP2 audio
        public.aiff-audio | public.aifc-audio | aiff aif | audio/aiff | AIFF audio
        public.aifc-audio | public.audio | aifc aiff aif | audio/aiff audio/x-aiff | AIFF-C audio
        com.microsoft.waveform-audio | public.audio | wav wave bwf | audio/vnd.wave audio/wav | Waveform audio
        public.midi-audio | public.audio | midi mid smf kar | audio/midi | MIDI music
        org.3gpp.adaptive-multi-rate-audio | public.audio | amr | audio/amr | AMR audio
        public.aac-audio | public.audio | aac adts | audio/aac | AAC audio
        public.ac3-audio | public.audio | ac3 | audio/ac3 | AC-3 audio
        public.enhanced-ac3-audio | public.audio | eac3 ec3 | audio/eac3 | Enhanced AC-3 audio
        org.xiph.flac | public.audio | flac | audio/flac | FLAC audio
        org.xiph.ogg-audio | public.audio | ogg oga | audio/ogg | Ogg audio
        com.apple.coreaudio-format | public.audio | caf | audio/x-caf | Core Audio
        public.ulaw-audio | public.audio | au ulw snd | audio/basic | µ-law audio
        com.digidesign.sd2-audio | public.audio | sd2 | | Sound Designer II audio
        public.m3u-playlist | public.text public.playlist | m3u m3u8 | audio/mpegurl application/vnd.apple.mpegurl \
        | M3U playlist
        public.pls-playlist | public.playlist public.text | pls | audio/x-scpls | PLS playlist
        com.apple.shazamsignature | public.data | shazamsignature | | Shazam signature
        com.apple.shazamcatalog | public.data | shazamcatalog | | Shazam catalogue

        # Archives
        public.zip-archive | com.pkware.zip-archive | zip | application/zip | ZIP archive
        com.pkware.zip-archive | public.data public.archive | zip | application/zip | ZIP archive
        com.sun.java-archive | public.zip-archive public.executable | jar | application/java-archive | Java archive
        com.google.earth.kmz | public.data | kmz | application/vnd.google-earth.kmz | KMZ document
        org.gnu.gnu-zip-archive | public.data public.archive | gz gzip | application/x-gzip application/gzip \
        | gzip archive
        org.gnu.gnu-zip-tar-archive | org.gnu.gnu-zip-archive | tgz | | gzip tar archive
        public.bzip2-archive | public.data public.archive | bz2 bz \
        | application/x-bzip2 application/x-bzip application/bzip2 | bzip2 archive
        public.tar-bzip2-archive | public.bzip2-archive | tbz tbz2 | | bzip2 tar archive
        public.tar-archive | public.data public.archive | tar | application/x-tar | tar archive
        org.7-zip.7-zip-archive | public.data public.archive | 7z | application/x-7z-compressed | 7-Zip archive
        com.rarlab.rar-archive | public.data public.archive | rar \
        | application/vnd.rar application/x-rar-compressed application/x-rar | RAR archive
        public.cpio-archive | public.data public.archive | cpio pax | application/x-cpio | cpio archive
        public.z-archive | public.data public.archive | z | application/x-compress | compress archive
        org.tukaani.xz-archive | public.data public.archive | xz | application/x-xz | xz archive
        com.apple.archive | public.data public.archive | aar yaa | | Apple Archive
        com.apple.xar-archive | public.data public.archive | xar | application/x-xar | XAR archive
        com.apple.installer-package-archive | public.data public.archive | pkg mpkg | application/x-xar \
        | Installer package
        com.apple.binhex-archive | public.data public.archive | hqx | | BinHex archive
        com.apple.macbinary-archive | public.data public.archive | bin | | MacBinary archive
        com.apple.itunes.ipa | public.data public.archive | ipa | | iOS app archive

        # Fonts, certificates and the rest
        public.truetype-ttf-font | public.data public.font | ttf | font/ttf | TrueType font
        public.opentype-font | public.data public.font | otf | font/otf | OpenType font
        public.truetype-collection-font | public.data public.font | ttc | font/collection | TrueType collection
        public.opentype-collection-font | public.data public.font | otc | | OpenType collection
        com.adobe.postscript-pfb-font | public.data public.font | pfb | | PostScript Type 1 font
        com.adobe.postscript-pfa-font | public.data public.font | pfa | | PostScript Type 1 font
        com.adobe.postscript.pfb-font | com.adobe.postscript-pfb-font | | | PostScript Type 1 font
        com.adobe.postscript.pfa-font | com.adobe.postscript-pfa-font | | | PostScript Type 1 font
        org.w3.woff | public.data public.font | woff woff2 | font/woff font/woff2 | Web font
        com.rsa.pkcs-12 | public.data | p12 pfx | application/x-pkcs12 | PKCS #12 identity
        public.x509-certificate | public.data | cer der crt pem | application/x-x509-ca-cert | X.509 certificate
        com.apple.mobileconfig | public.xml | mobileconfig | application/x-apple-aspen-config | Configuration profile
        com.apple.colorsync-profile | public.data | icc icm | application/vnd.iccprofile | Colour profile
        com.apple.mobileprovision | public.data | mobileprovision | application/x-apple-aspen-mobileprovision \
        | Provisioning profile
        com.apple.pkpass-data | public.data | pkpass | application/vnd.apple.pkpass | Wallet pass
        com.apple.pkpass | com.apple.bundle com.apple.package | pkpass | application/vnd.apple.pkpass | Wallet pass
        com.apple.linkpresentation.metadata | public.data | | | Link metadata
        com.apple.mapkit.map-item | public.data | | | Map item
        com.apple.sqlite3 | public.database public.data | sqlite sqlite3 db \
        | application/vnd.sqlite3 application/x-sqlite3 | SQLite database
        """
}
