import type { HtmlText } from "./findings.js";
import { HtmlReader } from "./reader.js";

/**
 * Reads HTML as a mail program shows it, with scripts off. Takes any bytes, in linear time.
 *
 * Whether text is seen depends on `style` attributes, on `<style>` rules for a tag, a class or an id,
 * on the old attributes for colour and size, and on the HTML standard's repair of broken markup. Text
 * that depends on other selectors, scripts or the screen counts as seen.
 */
export function readHtml(html: Uint8Array): HtmlText {
  return new HtmlReader().read(html);
}
