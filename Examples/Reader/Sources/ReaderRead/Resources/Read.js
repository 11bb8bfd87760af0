// Finds the article of a page and hands its title, address, language, headings and paragraphs over.
var ExtensionPreprocessingJS = (function () {
    "use strict";

    // What a view can show of a page. The extension has limits of its own, because a page is not trusted.
    var maximumBlocks = 500;
    var maximumBlockLength = 4000;
    var maximumTextLength = 200000;
    var maximumLineLength = 400;
    var maximumAddressLength = 2000;

    var headings = "h1, h2, h3, h4, h5, h6";
    var blocks = headings + ", p, li, blockquote, pre, figcaption, dt, dd";
    var others = "nav, aside, footer, form, dialog, button, script, style, noscript, template, [hidden], "
        + "[aria-hidden='true'], [role='navigation'], [role='complementary'], [role='banner'], [role='contentinfo']";

    function cleaned(text) {
        return typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
    }

    // Does not divide a character that takes two units.
    function shortened(text, length) {
        if (text.length <= length) { return text; }
        var last = text.charCodeAt(length - 1);
        return text.slice(0, last >= 0xD800 && last <= 0xDBFF ? length - 1 : length);
    }

    // The text of an element without that of the blocks inside, which are shown on their own.
    function ownText(element) {
        return Array.prototype.map.call(element.childNodes, function (child) {
            if (child.nodeType === Node.TEXT_NODE) { return child.data; }
            if (child.nodeType !== Node.ELEMENT_NODE || child.matches(blocks + ", " + others)) { return ""; }
            return child.localName === "br" ? " " : ownText(child);
        }).join("");
    }

    function lengthOfParagraphs(element) {
        return Array.prototype.reduce.call(element.querySelectorAll("p"), function (length, paragraph) {
            return paragraph.closest(others) ? length : length + cleaned(paragraph.textContent).length;
        }, 0);
    }

    // The element with the longest paragraphs.
    function longest(elements) {
        var best = null;
        var most = 0;
        Array.prototype.forEach.call(elements, function (element) {
            var length = lengthOfParagraphs(element);
            if (length > most) {
                best = element;
                most = length;
            }
        });
        return best;
    }

    // The element around most of the text: each paragraph counts for its parent, and half for the element around that.
    function densest() {
        var scores = new Map();
        function add(element, score) {
            if (element) { scores.set(element, (scores.get(element) || 0) + score); }
        }
        Array.prototype.forEach.call(document.querySelectorAll("p"), function (paragraph) {
            var length = cleaned(paragraph.textContent).length;
            if (length < 25 || paragraph.closest(others)) { return; }
            add(paragraph.parentElement, length);
            if (paragraph.parentElement) { add(paragraph.parentElement.parentElement, length / 2); }
        });
        var best = null;
        scores.forEach(function (score, element) {
            if (!best || score > scores.get(best)) { best = element; }
        });
        return best;
    }

    function mainContent() {
        var all = document.body ? lengthOfParagraphs(document.body) : 0;
        var candidates = ["article, [role='article'], [itemprop='articleBody']", "main, [role='main']"];
        for (var index = 0; index < candidates.length; index += 1) {
            var element = longest(document.querySelectorAll(candidates[index]));
            // An article with little of the text is one of many on the page, or a comment.
            if (element && lengthOfParagraphs(element) * 3 >= all) { return element; }
        }
        return densest() || document.querySelector("main, [role='main'], article") || document.body;
    }

    function contentBlocks(element) {
        var found = [];
        var room = maximumTextLength;
        var isShortened = false;
        function add(kind, level, text) {
            if (!text) { return; }
            if (found.length === maximumBlocks || room <= 0) {
                isShortened = true;
                return;
            }
            var shown = shortened(text, Math.min(maximumBlockLength, room));
            if (shown.length < text.length) { isShortened = true; }
            room -= shown.length;
            found.push(kind === "heading" ? {kind: kind, level: level, text: shown} : {kind: kind, text: shown});
        }
        Array.prototype.forEach.call(element.querySelectorAll(blocks), function (block) {
            if (block.closest(others)) { return; }
            var isHeading = block.matches(headings);
            var level = isHeading ? Number(block.localName.slice(1)) : 0;
            add(isHeading ? "heading" : "paragraph", level, cleaned(ownText(block)));
        });
        // A page can be written without paragraphs. Then the empty lines divide it.
        var visible = element.innerText || "";
        if (!isShortened && (maximumTextLength - room) * 4 < visible.length) {
            found = [];
            room = maximumTextLength;
            visible.split(/\n\s*\n/).forEach(function (text) { add("paragraph", 0, cleaned(text)); });
        }
        return {blocks: found, isShortened: isShortened};
    }

    function title() {
        var meta = document.querySelector("meta[property='og:title']");
        return cleaned(meta && meta.getAttribute("content")) || cleaned(document.title);
    }

    return {
        run: function (parameters) {
            var results = {URL: shortened(String(document.URL), maximumAddressLength)};
            // The page may have replaced what is used here; its address is better than nothing.
            try {
                results.title = shortened(title(), maximumLineLength);
                results.language = shortened(cleaned(document.documentElement.lang), maximumLineLength);
                var content = contentBlocks(mainContent());
                results.blocks = content.blocks;
                results.isShortened = content.isShortened;
            } catch (error) {
                console.error("Read: " + error);
            }
            parameters.completionFunction(results);
        }
    };
}());
