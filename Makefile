# Habitual names for the scripts in Scripts/, which do the work.

PREFIX ?= /usr/local

.PHONY: demo web test mutants bench soak fuzz check compile-times format screenshots release install uninstall dist deb docs
demo:     ; @Scripts/demo
web:      ; @Scripts/web
test:     ; @Scripts/test
mutants:  ; @Scripts/mutants
bench:    ; @Scripts/bench
soak:     ; @Scripts/soak
fuzz:     ; @Scripts/fuzz
check:    ; @Scripts/check
compile-times: ; @Scripts/compile-times
format:   ; @git ls-files '*.swift' ':!Tests/Corpus' | xargs swift format --in-place --parallel
screenshots: ; @Scripts/screenshots
docs:     ; @Scripts/docs
release:  ; @Scripts/release
dist:     ; @Scripts/dist
deb:      ; @Scripts/deb
install:  ; @Scripts/install "$(PREFIX)"
uninstall: ; @Scripts/uninstall "$(PREFIX)"
