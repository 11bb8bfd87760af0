// Without code: this target depends on the fixtures that Scripts/bench starts (Package.swift).
