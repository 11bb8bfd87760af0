// The attributes of every node as styles. They are set through the object model, which the strict content policy allows.

const edges = ["block-start", "inline-start", "block-end", "inline-end"];
const places = { fill: "stretch", leading: "start", center: "center", trailing: "end", firstBaseline: "baseline" };
const px = (value) => (value === undefined ? null : `${value}px`);

/** Sets a style, or removes it if there is no value. Most elements have none, and calls are expensive. */
export function style({ style: own }, name, value) {
  if (value != null) own.setProperty(name, String(value));
  else if (own.length) own.removeProperty(name);
}

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const hex = (number) => `#${number.toString(16).padStart(8, "0")}`;

/** A colour: the page's colour for a name, or one for light and one for dark mode. */
export function color(value) {
  if (value === undefined) return null;
  return typeof value === "string" ? `var(--v-${kebab(value)})` : `light-dark(${hex(value[0])}, ${hex(value[1])})`;
}

function insets(element, property, values) {
  edges.forEach((edge, place) => style(element, `${property}-${edge}`, values ? px(values[place]) : null));
}

export function applyLayout({ element, kind, attributes: a, parent }) {
  element.hidden = a.isHidden === true;
  style(element, "width", px(a.width));
  style(element, "height", px(a.height));
  style(element, "min-width", px(a.minimumWidth));
  style(element, "min-height", px(a.minimumHeight));
  style(element, "max-width", a.maximumWidth === undefined ? null : `min(100%, ${a.maximumWidth}px)`);
  style(element, "max-height", px(a.maximumHeight));
  style(element, "aspect-ratio", a.aspectRatio);
  style(element, "flex-grow", a.grow);
  // An element of a fixed size does not shrink, unless it exceeds the available size.
  style(element, "flex-shrink", a.width !== undefined || a.height !== undefined ? 0 : null);
  insets(element, "margin", a.margin);
  style(element, "opacity", a.opacity);
  style(element, "background-color", color(a.backgroundColor));
  style(element, "border-radius", px(a.cornerRadius));
  style(element, "overflow", a.cornerRadius && element.classList.contains("v-container") ? "hidden" : null);
  style(element, "border", a.borderWidth ? `${a.borderWidth}px solid ${color(a.borderColor) ?? "currentColor"}` : null);
  style(element, "--v-tint", color(a.tintColor));
  if (a.direction === "rightToLeft") element.dir = "rtl";
  else if (a.direction === "leftToRight") element.dir = "ltr";
  else if (element.dir !== "auto") element.removeAttribute("dir");
  const [across, down] = [places[a.horizontalAlignment], places[a.verticalAlignment]];
  const arrangement = parent?.attributes.arrangement ?? "overlay";
  style(element, "justify-self", arrangement === "overlay" ? across : null);
  style(element, "align-self", arrangement === "column" ? across : down);
  applyAccessibility(element, kind, a);
}

/** The arrangement of a node's children in its box. */
export function applyArrangement(box, a, fallback = "overlay") {
  const arrangement = a.arrangement ?? fallback;
  box.classList.remove("v-overlay", "v-row-of", "v-column-of", "v-equal", "v-proportional");
  box.classList.add({ overlay: "v-overlay", row: "v-row-of", column: "v-column-of" }[arrangement]);
  if (a.distribution === "fillEqually") box.classList.add("v-equal");
  if (a.distribution === "fillProportionally") box.classList.add("v-proportional");
  style(box, "justify-content", { equalSpacing: "space-between", equalCentering: "space-around" }[a.distribution]);
  style(box, "align-items", arrangement === "overlay" ? null : places[a.alignment]);
  style(box, "gap", px(a.spacing));
  insets(box, "padding", a.padding);
}

const sizes = {
  largeTitle: [34, 700], title1: [28, 650], title2: [22, 650], title3: [20, 600], headline: [17, 600], body: [17, 400],
  callout: [16, 400], subheadline: [15, 400], footnote: [13, 400], caption1: [12, 400], caption2: [11, 400],
};
const weights = { ultraLight: 200, thin: 250, light: 300, regular: 400, medium: 500, semibold: 600, bold: 700, heavy: 800, black: 900 };
const sides = { left: "left", center: "center", right: "right", justified: "justify" };

/** The font, colour and alignment of a text. */
export function applyFont(element, a, fallback) {
  const [size, weight] = sizes[a.textStyle ?? fallback] ?? [];
  style(element, "font-size", a.fontSize ? px(a.fontSize) : size ? `${size / 16}rem` : null);
  style(element, "font-weight", weights[a.fontWeight] ?? weight);
  style(element, "font-style", a.isItalic ? "italic" : null);
  style(element, "font-family", a.isMonospaced ? "ui-monospace, monospace" : null);
  style(element, "color", color(a.textColor));
  style(element, "text-align", sides[a.textAlignment]);
}

const traits = { button: 1, link: 2, header: 4, image: 8, selected: 16, notEnabled: 32, updatesFrequently: 128 };

/** Whether a node has one of the traits by name. */
export const hasTrait = (a, name) => ((a.accessibilityTraits ?? 0) & traits[name]) !== 0;

/** Sets an attribute, or removes it if there is no value. */
export function attribute(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** The accessible names of elements without a label. */
const names = { scroll: "Content", progress: "Progress", activity: "At work", slider: "Value", segmented: "Choices", stepper: "Number", table: "List", toggle: "Switch", textField: "Text", textView: "Text", button: "Button", barButton: "Button" };

function applyAccessibility(element, kind, a) {
  const isNamed = a.accessibilityLabel || kind === "image" || (a.text && !kind.startsWith("text"));
  attribute(element, "aria-label", isNamed ? a.accessibilityLabel : a.title ?? a.placeholder ?? a.symbol ?? (a.placement === "back" ? "Back" : names[kind]));
  attribute(element, "aria-description", a.accessibilityHint);
  attribute(element, "aria-valuetext", a.accessibilityValue);
  attribute(element, "aria-hidden", a.isAccessibilityHidden ? "true" : null);
  attribute(element, "data-identifier", a.accessibilityIdentifier);
  attribute(element, "aria-live", hasTrait(a, "updatesFrequently") ? "polite" : null);
}
