import { htmlTokenizer } from "./tokenizer.js";

/** The texts of the `<style>` elements of a document: not those in comments, scripts or attributes. */
export function styleElements(html: string): string {
  if (!/<style/i.test(html)) return "";
  const texts: string[] = [];
  let within = false;
  const skip = () => {};
  const tokenizer = htmlTokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        within = end - start === 5 && html.slice(start, end).toLowerCase() === "style";
      },
      ontext(start, end) {
        if (within) texts.push(html.slice(start, end));
      },
      onclosetag() {
        within = false;
      },
      onattribdata: skip,
      onattribend: skip,
      onattribentity: skip,
      onattribname: skip,
      oncdata: skip,
      oncomment: skip,
      ondeclaration: skip,
      onend: skip,
      onopentagend: skip,
      onprocessinginstruction: skip,
      onselfclosingtag: skip,
      ontextentity: skip,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return texts.join("\n");
}
