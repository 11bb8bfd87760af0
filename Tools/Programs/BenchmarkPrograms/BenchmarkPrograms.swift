// Without code: this target depends on the programs and fixtures that Scripts/bench starts (Package.swift).
