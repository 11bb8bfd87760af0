// Without code: this target depends on the programs that a device needs (Package.swift).
