/**
 * The texts of a page whose contrast to their background is below 4.5, or below 3 where
 * they are large (WCAG 2.1, 1.4.3). Runs in the page, so it may use nothing outside itself.
 */
export function contrastFaults(): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];

  const colourOf = (text: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha] = text.match(/[\d.]+/g)?.map(Number) ?? [];
    // A mix of colours has shares in place of bytes.
    if (text.startsWith("color(srgb ")) return [255 * red, 255 * green, 255 * blue, alpha ?? 1];
    return [red, green, blue, text.startsWith("rgb") ? (alpha ?? 1) : 0];
  };
  const over = ([r, g, b, a]: Colour, [r2, g2, b2]: Colour): Colour => [
    r * a + r2 * (1 - a),
    g * a + g2 * (1 - a),
    b * a + b2 * (1 - a),
    1,
  ];
  const luminance = ([r, g, b]: Colour) => {
    const linear = [r, g, b].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (a: Colour, b: Colour) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  /** All that can be behind an element: its background, and each colour of a gradient in it. */
  const behind = (element: Element): Colour[] => {
    const style = getComputedStyle(element);
    const parent = element.parentElement;
    const below: Colour[] = parent === null ? [[255, 255, 255, 1]] : behind(parent);
    const own = colourOf(style.backgroundColor);
    const flat = below.map((colour) => over(own, colour));
    const gradient = style.backgroundImage.match(/rgba?\([^)]*\)/g)?.map(colourOf) ?? [];
    return [...flat, ...gradient];
  };

  const faults: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || node.textContent?.trim() === "" || /^(?:SCRIPT|STYLE|TITLE|DESC)$/i.test(element.tagName)) {
      continue;
    }
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const drawn = element instanceof SVGElement;
    // A number in the colour of the paper is on a dark rectangle, which is no ancestor of it.
    if (drawn && element.getAttribute("fill") === "#ffffff") continue;
    const backgrounds = behind(element);
    const ink = colourOf(drawn ? style.fill : style.color);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    for (const background of backgrounds) {
      const ratio = contrast(over(ink, background), background);
      if (ratio < (large ? 3 : 4.5)) {
        faults.push(
          `${ratio.toFixed(2)} ${element.tagName}.${element.className} ${node.textContent?.trim().slice(0, 30)}`,
        );
        break;
      }
    }
  }
  return [...new Set(faults)];
}
