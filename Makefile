# Habitual names for the scripts in Scripts/, which do the work.

PREFIX ?= /usr/local

.PHONY: demo test bench check release install
demo:     ; @Scripts/demo
test:     ; @Scripts/test
bench:    ; @Scripts/bench
check:    ; @Scripts/check
release:  ; @Scripts/release
install:  ; @Scripts/install "$(PREFIX)"
