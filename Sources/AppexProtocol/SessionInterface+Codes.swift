extension SessionInterface {
    /// The codes of the events and requests that an extension sends to its host.
    package static let toHost: Set<UInt16> = [
        Ready.code, Complete.code, Cancel.code, Load.code, LoadProgress.code, Memory.code, Release.code,
        OpenURL.code, Share.code, ViewInterface.Update.code, ViewInterface.Image.code, ViewInterface.ReleaseImages.code,
    ]

    /// The codes of the events and requests that a host sends to its extension.
    package static let toExtension: Set<UInt16> = [
        Begin.code, HostChanged.code, Load.code, LoadProgress.code, Memory.code, Release.code,
        ViewInterface.TraitsChanged.code, ViewInterface.Input.code, ViewInterface.Presented.code,
        ViewInterface.Dismiss.code, ViewInterface.PerformUpdate.code, PhotoInterface.CanHandle.code,
        PhotoInterface.Start.code, PhotoInterface.Finish.code, PhotoInterface.ConfirmCancel.code,
        PhotoInterface.End.code,
    ]
}
