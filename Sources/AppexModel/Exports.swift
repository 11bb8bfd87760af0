// What manifests consist of is part of the model. It is a module of its own, because the generator of entry points needs
// nothing else.
@_exported public import AppexManifest
