import { callsOf } from "./calls.js";
import { cssColour } from "./colour.js";
import { transformed } from "./transforms.js";
import { pixels, type Relative, share } from "./values.js";

/** An arbitrary font size and box size. The validity of a value does not depend on them. */
export const SOME: Relative = { size: 16, whole: 100 };

/** A test of whether a value in lower case is valid for a property. */
type Check = (value: string, relative: Relative) => boolean;

/** Accepts the words that a regular expression matches. */
const words = (pattern: string): Check => {
  const word = new RegExp(`^(?:${pattern})$`);
  return (value) => word.test(value);
};
/** Accepts these words, and lengths of at least `least` pixels. An empty pattern means no words. */
const length = (pattern: string, least = Number.NEGATIVE_INFINITY): Check => {
  const isWord = words(pattern);
  return (value, relative) => isWord(value, relative) || (pixels(value, relative) ?? least - 1) >= least;
};
/** Accepts colours. */
const paint: Check = (value) => value === "currentcolor" || cssColour(value) !== undefined;
/** Accepts every value, even an invalid one. */
const anything: Check = () => true;
/** Accepts the values of `transform`, `translate`, `scale` or `rotate`. */
const transform =
  (property: string): Check =>
  (value, relative) =>
    transformed(property, value, relative, relative) !== undefined;

/** The functions that `filter` allows. */
const FILTERS = /^(?:blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia|url)$/;

/** The properties that affect whether text is visible, with tests of their values. */
export const VALID: Readonly<Record<string, Check | undefined>> = {
  all: words("inherit|initial|unset|revert"),
  display: words(
    "none|contents|block|inline|flow-root|list-item|run-in|(?:inline-)?(?:block|flex|grid|table)|-webkit-(?:inline-)?(?:box|flex)|table-(?:row|cell|column|caption|(?:row|column|header|footer)(?:-group))|ruby(?:-text)?|math|(?:block|inline) (?:flow(?:-root)?|flex|grid|table)",
  ),
  visibility: words("visible|hidden|collapse"),
  position: words("static|relative|absolute|fixed|sticky|-webkit-sticky"),
  float: words("none|left|right|inline-start|inline-end"),
  "content-visibility": words("visible|hidden|auto"),
  opacity: (value) => share(value) !== undefined,
  ...each("color -webkit-text-fill-color background-color", paint),
  ...each("background-image background-clip text-shadow -webkit-text-stroke -webkit-text-stroke-width", anything),
  "-webkit-text-security": words("none|disc|circle|square"),
  filter: (value) => value === "none" || callsOf(value)?.every(({ name }) => FILTERS.test(name)) === true,
  "font-size": length("(?:xx?-)?(?:small|large)|xxx-large|medium|smaller|larger", 0),
  "line-height": (value, relative) => value === "normal" || (share(value) ?? pixels(value, relative) ?? -1) >= 0,
  "letter-spacing": length("normal"),
  "text-indent": length(""),
  "white-space": words("normal|nowrap|pre|pre-wrap|pre-line|break-spaces"),
  zoom: (value) => /^(?:normal|reset)$/.test(value) || (share(value) ?? -1) >= 0,
  transform: transform("transform"),
  translate: transform("translate"),
  scale: transform("scale"),
  rotate: transform("rotate"),
  clip: (value) => value === "auto" || /^rect\(/.test(value),
  "clip-path": (value) =>
    /^none$|^url\(|-box$/.test(value) || callsOf(value.replace(/\s+[a-z]+-box$/, ""))?.length === 1,
  ...each("overflow-x overflow-y", words("visible|hidden|clip|scroll|auto|overlay")),
  ...each("top right bottom left margin-top margin-right margin-bottom margin-left", length("auto")),
  ...each("padding-top padding-right padding-bottom padding-left", length("", 0)),
  ...each(
    "width height max-width max-height min-width min-height",
    length("auto|none|(?:min|max|fit)-content|-webkit-fill-available|stretch", 0),
  ),
};

/** Gives each of these properties, which blanks separate, the same test. */
function each(properties: string, check: Check): Record<string, Check> {
  return Object.fromEntries(properties.split(" ").map((property) => [property, check]));
}
