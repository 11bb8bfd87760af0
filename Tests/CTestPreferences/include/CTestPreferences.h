// This module has no declarations. A program that is linked with it has preferences of its own; see TestPreferences.c.
