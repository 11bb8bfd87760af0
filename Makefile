# Habitual names for the scripts in Scripts/, which do the work.

PREFIX ?= /usr/local

.PHONY: demo test bench soak fuzz check format release install
demo:     ; @Scripts/demo
test:     ; @Scripts/test
bench:    ; @Scripts/bench
soak:     ; @Scripts/soak
fuzz:     ; @Scripts/fuzz
check:    ; @Scripts/check
format:   ; @git ls-files '*.swift' | xargs swift format --in-place --parallel
release:  ; @Scripts/release
install:  ; @Scripts/install "$(PREFIX)"
