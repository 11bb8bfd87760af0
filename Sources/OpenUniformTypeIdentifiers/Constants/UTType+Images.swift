// Constants of Apple's framework: images and three-dimensional content.

extension UTType {
    /// An image.
    public static var image: UTType { UTType(known: "public.image") }

    /// A JPEG image.
    public static var jpeg: UTType { UTType(known: "public.jpeg") }

    /// A TIFF image.
    public static var tiff: UTType { UTType(known: "public.tiff") }

    /// A GIF image.
    public static var gif: UTType { UTType(known: "com.compuserve.gif") }

    /// A PNG image.
    public static var png: UTType { UTType(known: "public.png") }

    /// An icon file of macOS.
    public static var icns: UTType { UTType(known: "com.apple.icns") }

    /// A Windows bitmap image.
    public static var bmp: UTType { UTType(known: "com.microsoft.bmp") }

    /// A Windows icon file.
    public static var ico: UTType { UTType(known: "com.microsoft.ico") }

    /// A raw image from a camera.
    public static var rawImage: UTType { UTType(known: "public.camera-raw-image") }

    /// An SVG image.
    public static var svg: UTType { UTType(known: "public.svg-image") }

    /// A Live Photo.
    public static var livePhoto: UTType { UTType(known: "com.apple.live-photo") }

    /// An HEIF image.
    public static var heif: UTType { UTType(known: "public.heif") }

    /// An HEIC image.
    public static var heic: UTType { UTType(known: "public.heic") }

    /// A sequence of HEIC images.
    public static var heics: UTType { UTType(known: "public.heics") }

    /// A WebP image.
    public static var webP: UTType { UTType(known: "org.webmproject.webp") }

    /// An OpenEXR image.
    public static var exr: UTType { UTType(known: "com.ilm.openexr-image") }

    /// A digital negative (DNG) image.
    public static var dng: UTType { UTType(known: "com.adobe.raw-image") }

    /// A JPEG XL image.
    public static var jpegxl: UTType { UTType(known: "public.jpeg-xl") }

    /// Three-dimensional content.
    public static var threeDContent: UTType { UTType(known: "public.3d-content") }

    /// A Universal Scene Description file.
    public static var usd: UTType { UTType(known: "com.pixar.universal-scene-description") }

    /// A Universal Scene Description package (USDZ).
    public static var usdz: UTType { UTType(known: "com.pixar.universal-scene-description-mobile") }

    /// A Reality Composer file.
    public static var realityFile: UTType { UTType(known: "com.apple.reality") }

    /// A SceneKit scene.
    public static var sceneKitScene: UTType { UTType(known: "com.apple.scenekit.scene") }

    /// A reference object for augmented reality.
    public static var arReferenceObject: UTType { UTType(known: "com.apple.arobject") }
}
