// Without code: this target depends on all programs that are installed (Package.swift).
