extension UTType {
    struct Declaration: Sendable {
        let parents: [String]
        let extensions: [String]
    }

    /// One line a type: identifier, parents, file name extensions.
    /// Facts from Apple's table of system-declared uniform type identifiers.
    private static let lines = """
        public.item | |
        public.content | |
        public.data | public.item |
        public.composite-content | public.content |
        public.directory | public.item |
        public.folder | public.directory |
        public.text | public.data public.content |
        public.plain-text | public.text | txt text
        public.utf8-plain-text | public.plain-text |
        public.html | public.text | html htm
        public.xml | public.text | xml
        public.json | public.text | json
        public.source-code | public.plain-text |
        public.swift-source | public.source-code | swift
        public.comma-separated-values-text | public.text | csv
        public.rtf | public.text | rtf
        net.daringfireball.markdown | public.text | md markdown
        public.url | public.data |
        public.file-url | public.url |
        public.image | public.data public.content |
        public.jpeg | public.image | jpg jpeg jpe
        public.png | public.image | png
        public.tiff | public.image | tiff tif
        public.heic | public.image | heic
        public.svg-image | public.image | svg
        com.compuserve.gif | public.image | gif
        org.webmproject.webp | public.image | webp
        com.microsoft.bmp | public.image | bmp
        public.audiovisual-content | public.data public.content |
        public.movie | public.audiovisual-content |
        public.video | public.movie |
        public.mpeg-4 | public.movie | mp4
        com.apple.quicktime-movie | public.movie | mov qt
        public.audio | public.audiovisual-content |
        public.mp3 | public.audio | mp3
        com.microsoft.waveform-audio | public.audio | wav
        com.adobe.pdf | public.data public.composite-content | pdf
        public.archive | public.data |
        public.zip-archive | public.archive | zip
        org.gnu.gnu-zip-archive | public.archive | gz
        com.apple.property-list | public.data | plist
        public.vcard | public.text | vcf
        """

    static let table: [String: Declaration] = {
        var result: [String: Declaration] = [:]
        for line in lines.split(separator: "\n") {
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
            guard fields.count == 3, let identifier = fields[0].first else { continue }
            result[String(identifier)] = Declaration(
                parents: fields[1].map(String.init), extensions: fields[2].map(String.init))
        }
        return result
    }()

    static let byExtension: [String: String] = {
        var result: [String: String] = [:]
        for (identifier, declaration) in table {
            for name in declaration.extensions { result[name] = identifier }
        }
        return result
    }()
}
