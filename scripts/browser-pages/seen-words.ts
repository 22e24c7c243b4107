/**
 * Runs in the browser and finds the words of a page that a reader can see: words with a box on the page that nothing cuts
 * away or covers, in letters of more than two pixels and in a colour that stands out from the background. The thresholds are
 * those of Thresher; all values are those that the browser computed.
 */
export const SEEN_WORDS = `(frame) => {
  const page = frame.contentDocument, view = frame.contentWindow;
  if (page.body === null) return [];
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const painted = (colour, [red, green, blue]) => {
    context.fillStyle = "rgb(" + red + " " + green + " " + blue + ")";
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const near = (one, other) => one.every((value, at) => Math.abs(value - other[at]) <= 25);
  const styles = new Map();
  const styleOf = (element) => styles.get(element) ?? styles.set(element, view.getComputedStyle(element)).get(element);
  const looks = new Map();
  const lookOf = (element) => {
    if (element === null) return { opacity: 1, stretch: 1, ground: [255, 255, 255], isPicture: false };
    const known = looks.get(element);
    if (known !== undefined) return known;
    const around = lookOf(element.parentElement), style = styleOf(element);
    const isBox = !["inline", "contents", "ruby"].includes(style.display);
    const hasBox = style.display !== "contents";
    const filter = /^opacity\\(([\\d.e-]+)\\)$/.exec(style.filter);
    let { stretch } = around;
    if (isBox) {
      const matrix = new DOMMatrix(style.transform === "none" ? "" : style.transform);
      const scales = style.scale === "none" ? [1, 1] : style.scale.split(" ").map(Number);
      let whole = new DOMMatrix();
      if (style.rotate !== "none") {
        const words = style.rotate.split(" "), angle = parseFloat(words.at(-1));
        const axis = words.length === 1 ? [0, 0, 1] : words.length === 2 ? { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[words[0]] : words.slice(0, 3).map(Number);
        whole = whole.rotateAxisAngle(...axis, angle);
      }
      whole = whole.multiply(new DOMMatrix().scale(scales[0], scales[1] ?? scales[0])).multiply(matrix);
      const { m11: a, m12: b, m21: c, m22: d } = whole;
      const squares = a * a + b * b + c * c + d * d, area = a * d - b * c;
      // A browser shows nothing of an element whose matrix cannot be inverted.
      if (Number.isNaN(whole.inverse().m11)) stretch = 0;
      stretch *= Math.sqrt(Math.max(0, (squares - Math.sqrt(Math.max(0, squares * squares - 4 * area * area))) / 2));
    }
    const opacity = around.opacity * (hasBox ? Number(style.opacity) * (filter === null ? 1 : Number(filter[1])) : 1);
    let { ground, isPicture } = around;
    if (hasBox && style.visibility === "visible") {
      ground = painted(style.backgroundColor, ground);
      if (style.backgroundColor !== "rgba(0, 0, 0, 0)" && painted(style.backgroundColor, [0, 0, 0]).join() === painted(style.backgroundColor, [255, 255, 255]).join()) isPicture = false;
      const image = style.backgroundImage;
      if (image.startsWith("linear-gradient(rgb(255, 255, 255)")) ground = [255, 255, 255];
      else if (image !== "none") isPicture = true;
    }
    const look = { opacity, stretch, ground, isPicture };
    looks.set(element, look);
    return look;
  };
  // The boxes around a word that may cut it.
  const cutsOf = (element) => {
    const cuts = [];
    for (let at = element; at !== null; at = at.parentElement) {
      const { clip, clipPath, contain, display, overflowX, overflowY, position } = styleOf(at);
      const isOut = position === "absolute" || position === "fixed", isBox = isOut || display !== "inline";
      // A marquee moves its text into view, and a list scrolls.
      if (/^(?:marquee|select)$/.test(at.localName)) continue;
      const isShape = clipPath !== "none" || (isOut && clip !== "auto");
      if (isShape || (isBox && (overflowX !== "visible" || overflowY !== "visible" || contain !== "none"))) cuts.push({ at, isShape });
    }
    return cuts;
  };
  const overlap = (one, other) => Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  );
  const isHit = (element, x, y) => page.elementsFromPoint(x, y).includes(element);
  const isSeen = (range, element) => {
    let boxed = element;
    while (styleOf(boxed).display === "contents" && boxed.parentElement !== null) boxed = boxed.parentElement;
    if (!boxed.checkVisibility() || styleOf(element).visibility !== "visible") return false;
    for (let at = boxed; at !== null; at = at.parentElement) {
      const { contentVisibility, display } = styleOf(at);
      if (contentVisibility === "hidden" && !/^(?:inline|contents|(?:inline-)?table(?!-c[ea]).*)$/.test(display)) return false;
    }
    const style = styleOf(element), { opacity, stretch, ground, isPicture } = lookOf(element);
    if (opacity < 0.1 || parseFloat(style.fontSize) * (element.currentCSSZoom ?? 1) * stretch <= 2) return false;
    // Letters on top of each other.
    if (parseFloat(style.letterSpacing) <= -parseFloat(style.fontSize) / 2) return false;
    const ink = style.webkitTextFillColor;
    if (painted(ink, [0, 0, 0]).every((value) => value < 26) && painted(ink, [255, 255, 255]).every((value) => value > 229)) return false;
    if (!isPicture && near(painted(ink, ground), ground)) return false;
    return [...range.getClientRects()].some((box) => {
      if (box.width <= 2 || box.height <= 2) return false;
      const [left, top] = [box.left + view.scrollX, box.top + view.scrollY];
      if (left + box.width <= 0 || top + box.height <= 0 || left >= 5000 || top >= 5000) return false;
      const cuts = cutsOf(boxed);
      if (cuts.length === 0) return true;
      // elementFromPoint finds no text on lines without height, although it is painted.
      if (parseFloat(style.lineHeight) <= 2 && !cuts.some(({ isShape }) => isShape)) {
        return cuts.every(({ at }) => overlap(box, at.getBoundingClientRect()) > 2);
      }
      const outside = box.left < 0 || box.top < 0 || box.right > view.innerWidth || box.bottom > view.innerHeight;
      if (outside) view.scrollTo(Math.max(0, left - 300), Math.max(0, top - 300));
      const [x, y] = [left - view.scrollX, top - view.scrollY];
      const hit = [0.5, 0.25, 0.75].some((share) => isHit(boxed, x + box.width * share, y + box.height * share));
      if (outside) view.scrollTo(0, 0);
      return hit;
    });
  };
  const seen = [];
  const walker = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    for (const { 0: word, index } of text.data.matchAll(/w\\d+q/g)) {
      const range = page.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const element = text.parentElement;
      // An option shows its text as a label.
      let option = element?.closest("option");
      while (option?.parentElement?.closest("option")) option = option.parentElement.closest("option");
      if (option ? isSeen(option, option) : element !== null && isSeen(range, element)) seen.push(word);
    }
  }
  for (const field of page.querySelectorAll("textarea, select:not([multiple])")) {
    const shown = field.localName === "select" ? field.selectedOptions?.[0]?.text : field.value;
    if (field.checkVisibility({ visibilityProperty: true })) seen.push(...(shown?.match(/w\\d+q/g) ?? []));
  }
  return seen;
}`;
