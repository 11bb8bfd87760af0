// Constants of Apple's framework: images and three-dimensional content.

extension UTType {
    /// An image.
    public static var image: UTType { UTType(known: "public.image") }

    /// JPEG.
    public static var jpeg: UTType { UTType(known: "public.jpeg") }

    /// TIFF.
    public static var tiff: UTType { UTType(known: "public.tiff") }

    /// GIF.
    public static var gif: UTType { UTType(known: "com.compuserve.gif") }

    /// PNG.
    public static var png: UTType { UTType(known: "public.png") }

    /// An icon of Apple's system.
    public static var icns: UTType { UTType(known: "com.apple.icns") }

    /// A bitmap of Windows.
    public static var bmp: UTType { UTType(known: "com.microsoft.bmp") }

    /// An icon of Windows.
    public static var ico: UTType { UTType(known: "com.microsoft.ico") }

    /// What a camera's sensor saw.
    public static var rawImage: UTType { UTType(known: "public.camera-raw-image") }

    /// SVG.
    public static var svg: UTType { UTType(known: "public.svg-image") }

    /// A Live Photo.
    public static var livePhoto: UTType { UTType(known: "com.apple.live-photo") }

    /// HEIF.
    public static var heif: UTType { UTType(known: "public.heif") }

    /// HEIC.
    public static var heic: UTType { UTType(known: "public.heic") }

    /// A sequence of HEIC images.
    public static var heics: UTType { UTType(known: "public.heics") }

    /// WebP.
    public static var webP: UTType { UTType(known: "org.webmproject.webp") }

    /// OpenEXR.
    public static var exr: UTType { UTType(known: "com.ilm.openexr-image") }

    /// Adobe's digital negative.
    public static var dng: UTType { UTType(known: "com.adobe.raw-image") }

    /// JPEG XL.
    public static var jpegxl: UTType { UTType(known: "public.jpeg-xl") }

    /// Three-dimensional content.
    public static var threeDContent: UTType { UTType(known: "public.3d-content") }

    /// Universal Scene Description.
    public static var usd: UTType { UTType(known: "com.pixar.universal-scene-description") }

    /// A package of Universal Scene Description.
    public static var usdz: UTType { UTType(known: "com.pixar.universal-scene-description-mobile") }

    /// A file of Reality Composer.
    public static var realityFile: UTType { UTType(known: "com.apple.reality") }

    /// A scene of SceneKit.
    public static var sceneKitScene: UTType { UTType(known: "com.apple.scenekit.scene") }

    /// An object that augmented reality recognises.
    public static var arReferenceObject: UTType { UTType(known: "com.apple.arobject") }
}
