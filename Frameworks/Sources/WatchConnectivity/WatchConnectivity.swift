@_exported public import OpenWatchConnectivity
