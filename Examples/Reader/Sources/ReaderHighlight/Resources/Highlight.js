// Hands over what is selected and the words of a page, and marks every occurrence of the word that the extension returns.
class Highlighter {
    // The elements whose text is not shown, or must not be changed.
    static hidden = "script, style, noscript, template, textarea, title, select, option, iframe, object, [hidden]";
    static marked = "mark[data-reader-highlight]";
    static maximumWords = 20000;
    static maximumSelection = 10000;

    run(parameters) {
        const results = {};
        // The page may have replaced what is used here.
        try {
            results.selection = String(window.getSelection() || "").slice(0, Highlighter.maximumSelection);
            results.words = this.words();
        } catch (error) {
            console.error("Highlight: " + error);
        }
        parameters.completionFunction(results);
    }

    finalize(parameters) {
        const word = parameters && parameters.word;
        if (typeof word !== "string" || word.trim() === "") { return; }
        this.removeMarks();
        const pattern = new RegExp(word.trim().split(/\s+/).map(Highlighter.escaped).join("\\s+"), "giu");
        for (const node of this.textNodes()) { this.mark(node, pattern); }
        const first = document.querySelector(Highlighter.marked);
        if (first) { first.scrollIntoView({block: "center"}); }
    }

    // The first words of the page.
    words() {
        const words = [];
        for (const node of this.textNodes()) {
            for (const word of node.data.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) || []) {
                words.push(word);
                if (words.length === Highlighter.maximumWords) { return words; }
            }
        }
        return words;
    }

    // The texts that are shown; as an array, because marking changes the page.
    textNodes() {
        const nodes = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const parent = walker.currentNode.parentElement;
            // There is no mark element in a drawing.
            const isShown = parent && parent.namespaceURI === "http://www.w3.org/1999/xhtml"
                && !parent.isContentEditable && !parent.closest(Highlighter.hidden);
            if (isShown && walker.currentNode.data.trim() !== "") { nodes.push(walker.currentNode); }
        }
        return nodes;
    }

    // Removes the marks of an earlier call, so that marks are not nested.
    removeMarks() {
        for (const mark of document.querySelectorAll(Highlighter.marked)) {
            const parent = mark.parentNode;
            mark.replaceWith(...mark.childNodes);
            parent.normalize();
        }
    }

    // Puts every occurrence in a text into a mark element.
    mark(node, pattern) {
        const text = node.data;
        const parts = document.createDocumentFragment();
        let end = 0;
        for (const match of text.matchAll(pattern)) {
            const next = match.index + match[0].length;
            if (!Highlighter.isWhole(text, match.index, next)) { continue; }
            const mark = document.createElement("mark");
            mark.setAttribute("data-reader-highlight", "");
            mark.textContent = match[0];
            parts.append(text.slice(end, match.index), mark);
            end = next;
        }
        if (end === 0) { return; }
        parts.append(text.slice(end));
        node.replaceWith(parts);
    }

    // Whether the characters around an occurrence do not belong to its first and last word.
    static isWhole(text, start, end) {
        const letter = "[\\p{L}\\p{N}]";
        const before = text.slice(Math.max(0, start - 2), start);
        const after = text.slice(end, end + 2);
        const begins = new RegExp("^" + letter, "u");
        const ends = new RegExp(letter + "$", "u");
        const word = text.slice(start, end);
        return !(begins.test(word) && ends.test(before)) && !(ends.test(word) && begins.test(after));
    }

    static escaped(text) {
        return text.replace(/[\\^$.*+?()[\]{}|\/]/g, "\\$&");
    }
}

var ExtensionPreprocessingJS = new Highlighter();
