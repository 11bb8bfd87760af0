// The constants of Apple's older framework for images, films and sounds. Each is a `String` in place of a `CFString`:
// `kUTTypeURL as String` compiles in both cases.

/// The identifier of any image.
public let kUTTypeImage: String = "public.image"

/// The identifier of a JPEG image.
public let kUTTypeJPEG: String = "public.jpeg"

/// The identifier of a JPEG 2000 image.
public let kUTTypeJPEG2000: String = "public.jpeg-2000"

/// The identifier of a TIFF image.
public let kUTTypeTIFF: String = "public.tiff"

/// The identifier of an image of QuickDraw.
public let kUTTypePICT: String = "com.apple.pict"

/// The identifier of a GIF image.
public let kUTTypeGIF: String = "com.compuserve.gif"

/// The identifier of a PNG image.
public let kUTTypePNG: String = "public.png"

/// The identifier of an image of QuickTime.
public let kUTTypeQuickTimeImage: String = "com.apple.quicktime-image"

/// The identifier of an icon of Apple's systems.
public let kUTTypeAppleICNS: String = "com.apple.icns"

/// The identifier of a BMP image.
public let kUTTypeBMP: String = "com.microsoft.bmp"

/// The identifier of an icon of Windows.
public let kUTTypeICO: String = "com.microsoft.ico"

/// The identifier of the unprocessed image of a camera.
public let kUTTypeRawImage: String = "public.camera-raw-image"

/// The identifier of an SVG image.
public let kUTTypeScalableVectorGraphics: String = "public.svg-image"

/// The identifier of a Live Photo.
public let kUTTypeLivePhoto: String = "com.apple.live-photo"

/// The identifier of anything with pictures or sound that has a length.
public let kUTTypeAudiovisualContent: String = "public.audiovisual-content"

/// The identifier of pictures that move, with or without sound.
public let kUTTypeMovie: String = "public.movie"

/// The identifier of pictures that move, without sound.
public let kUTTypeVideo: String = "public.video"

/// The identifier of sound.
public let kUTTypeAudio: String = "public.audio"

/// The identifier of a film of QuickTime.
public let kUTTypeQuickTimeMovie: String = "com.apple.quicktime-movie"

/// The identifier of an MPEG-1 or MPEG-2 film.
public let kUTTypeMPEG: String = "public.mpeg"

/// The identifier of an MPEG-2 film.
public let kUTTypeMPEG2Video: String = "public.mpeg-2-video"

/// The identifier of an MPEG-2 transport stream.
public let kUTTypeMPEG2TransportStream: String = "public.mpeg-2-transport-stream"

/// The identifier of MP3 audio.
public let kUTTypeMP3: String = "public.mp3"

/// The identifier of an MPEG-4 film.
public let kUTTypeMPEG4: String = "public.mpeg-4"

/// The identifier of MPEG-4 audio.
public let kUTTypeMPEG4Audio: String = "public.mpeg-4-audio"

/// The identifier of MPEG-4 audio with copy protection.
public let kUTTypeAppleProtectedMPEG4Audio: String = "com.apple.protected-mpeg-4-audio"

/// The identifier of an MPEG-4 film with copy protection.
public let kUTTypeAppleProtectedMPEG4Video: String = "com.apple.protected-mpeg-4-video"

/// The identifier of an AVI film.
public let kUTTypeAVIMovie: String = "public.avi"

/// The identifier of AIFF audio.
public let kUTTypeAudioInterchangeFileFormat: String = "public.aiff-audio"

/// The identifier of WAVE audio.
public let kUTTypeWaveformAudio: String = "com.microsoft.waveform-audio"

/// The identifier of MIDI music.
public let kUTTypeMIDIAudio: String = "public.midi-audio"

/// The identifier of a playlist.
public let kUTTypePlaylist: String = "public.playlist"

/// The identifier of an M3U playlist.
public let kUTTypeM3UPlaylist: String = "public.m3u-playlist"
