// Constants of Apple's framework: sound and pictures in motion.

extension UTType {
    /// Audio or video content.
    public static var audiovisualContent: UTType { UTType(known: "public.audiovisual-content") }

    /// Video content with or without audio.
    public static var movie: UTType { UTType(known: "public.movie") }

    /// Video content without audio.
    public static var video: UTType { UTType(known: "public.video") }

    /// Audio content.
    public static var audio: UTType { UTType(known: "public.audio") }

    /// A QuickTime movie.
    public static var quickTimeMovie: UTType { UTType(known: "com.apple.quicktime-movie") }

    /// An MPEG-1 or MPEG-2 movie.
    public static var mpeg: UTType { UTType(known: "public.mpeg") }

    /// An MPEG-2 video.
    public static var mpeg2Video: UTType { UTType(known: "public.mpeg-2-video") }

    /// An MPEG-2 transport stream.
    public static var mpeg2TransportStream: UTType { UTType(known: "public.mpeg-2-transport-stream") }

    /// An MP3 audio file.
    public static var mp3: UTType { UTType(known: "public.mp3") }

    /// An MPEG-4 movie.
    public static var mpeg4Movie: UTType { UTType(known: "public.mpeg-4") }

    /// An MPEG-4 audio file.
    public static var mpeg4Audio: UTType { UTType(known: "public.mpeg-4-audio") }

    /// An MPEG-4 audio file with Apple's copy protection.
    public static var appleProtectedMPEG4Audio: UTType { UTType(known: "com.apple.protected-mpeg-4-audio") }

    /// An MPEG-4 movie with Apple's copy protection.
    public static var appleProtectedMPEG4Video: UTType { UTType(known: "com.apple.protected-mpeg-4-video") }

    /// An AVI movie.
    public static var avi: UTType { UTType(known: "public.avi") }

    /// An AIFF audio file.
    public static var aiff: UTType { UTType(known: "public.aiff-audio") }

    /// A waveform audio file (WAV).
    public static var wav: UTType { UTType(known: "com.microsoft.waveform-audio") }

    /// A MIDI file.
    public static var midi: UTType { UTType(known: "public.midi-audio") }

    /// An M3U playlist.
    public static var m3uPlaylist: UTType { UTType(known: "public.m3u-playlist") }

    /// A Shazam signature.
    public static var shazamSignature: UTType { UTType(known: "com.apple.shazamsignature") }

    /// A Shazam custom catalogue.
    public static var shazamCustomCatalog: UTType { UTType(known: "com.apple.shazamcatalog") }
}
