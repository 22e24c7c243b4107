import type * as Parse5 from "parse5";
import type { Token } from "parse5";
import { lazily } from "../../../base/lazily.js";
import { MAX_ATTRIBUTES } from "./node.js";
import { parsers } from "./standards.js";
import type { TagFacts } from "./tag-facts.js";

/**
 * The characters that end a sequence which is read at once, by the number of the state in parse5: 0 to 3 are text, text
 * of a title, raw text and scripts, 19 is a script in a comment, 35 to 37 are values of attributes in double quotes,
 * single quotes and none, and 44 is a comment.
 */
const RUN_ENDS: ReadonlyMap<number, RegExp> = new Map([
  [0, /[<&\0]/g],
  [1, /[<&\0]/g],
  [2, /[<\0]/g],
  [3, /[<\0]/g],
  [19, /[-<\0]/g],
  [35, /["&\0]/g],
  [36, /['&\0]/g],
  [37, /[\s"'&<=>`\0]/g],
  [44, /[-<\0]/g],
]);
/** parse5 separates the blanks at the beginning from the words. */
const BLANKS_END = /[^ \t\n\f]/g;

/**
 * A usual tag, after its `<`. It has no NUL, no missing blank, and no character reference except `&amp;` in quotes.
 * Letters before a `=` are not a reference (HTML standard, section 13.2.5.73).
 */
const PLAIN_TAG =
  /(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:[ \t\n\f]+[a-zA-Z][a-zA-Z0-9-]*(?:=(?:"[^"&\0]*(?:&(?:amp;|[a-zA-Z0-9]+=)[^"&\0]*)*"|'[^'&\0]*'|[^\s"'&<=>`\0]+(?=[\s>])))?)*)[ \t\n\f]*(\/?)>/y;
/** An attribute of a usual tag: its name, and its value in double quotes, single quotes or none. */
const PLAIN_ATTRIBUTE = /([a-zA-Z][a-zA-Z0-9-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const LESS_THAN = 0x3c;

/** Constants of parse5: the types of text tokens, and the state between tags. */
const CHARACTERS = 0 as Token.TokenType.CHARACTER;
const BLANKS = 2 as Token.TokenType.WHITESPACE_CHARACTER;
const DATA = 0 as Parse5.Tokenizer["state"];

/** The parser that a tokenizer hands its tokens to. */
type FactTaker = Parse5.Tokenizer["handler"] & { readonly facts: TagFacts };

/**
 * Returns the tokenizer of parse5 with a limit for attributes and a fact about tags that are not closed. It reads usual
 * tags and ordinary text at once, where parse5 goes character by character. The class is made late, because its base
 * class is loaded late.
 */
export const boundedTokenizer = lazily((): typeof Parse5.Tokenizer => {
  const { Tokenizer } = parsers();
  return class BoundedTokenizer extends Tokenizer {
    /** Reads a usual tag, or a sequence of ordinary characters, at once. Without this, reading a page takes a tenth longer. */
    protected override _callState(code: number): void {
      if (code === LESS_THAN && this.state === DATA && this.#takeTag()) return;
      super._callState(code);
      const { preprocessor } = this;
      // parse5 keeps text as a range of the source. If the character has extended this range, so do those up to the next
      // one with a meaning. Without a current token, the range is text; otherwise it is a comment or an attribute.
      if (preprocessor.pos + 1 !== this.runEnd) return;
      const { currentToken, currentCharacterToken } = this;
      const type = currentToken === null ? currentCharacterToken?.type : CHARACTERS;
      const pattern = type === BLANKS ? BLANKS_END : type === CHARACTERS ? RUN_ENDS.get(this.state) : undefined;
      if (pattern === undefined) return;
      pattern.lastIndex = this.runEnd;
      const end = pattern.test(preprocessor.html) ? pattern.lastIndex - 1 : preprocessor.html.length;
      this.runEnd = end;
      preprocessor.pos = end - 1;
    }

    /** Reads a usual tag at once. Returns false for other tags, which parse5 then reads character by character. */
    #takeTag(): boolean {
      const { preprocessor } = this;
      PLAIN_TAG.lastIndex = preprocessor.pos + 1;
      const found = PLAIN_TAG.exec(preprocessor.html);
      if (found === null) return false;
      if (found[1] === "/") this._createEndTagToken();
      else this._createStartTagToken();
      const token = this.currentToken as Token.TagToken;
      token.tagName = found[2].toLowerCase();
      token.selfClosing = found[4] === "/";
      if (found[3] !== "") {
        PLAIN_ATTRIBUTE.lastIndex = 0;
        for (let one = PLAIN_ATTRIBUTE.exec(found[3]); one !== null; one = PLAIN_ATTRIBUTE.exec(found[3])) {
          const value = one[2] ?? one[3] ?? one[4] ?? "";
          this.currentAttr = { name: one[1].toLowerCase(), value: value.replaceAll("&amp;", "&") };
          this._leaveAttrName();
        }
      }
      preprocessor.pos += found[0].length;
      this.runStart = this.runEnd = preprocessor.pos + 1;
      this.state = DATA;
      this.emitCurrentTagToken();
      return true;
    }

    /** Ignores the attributes after MAX_ATTRIBUTES. */
    protected override _leaveAttrName(): void {
      const token = this.currentToken as Token.TagToken;
      if (token.attrs.length < MAX_ATTRIBUTES) super._leaveAttrName();
    }

    protected override _emitEOFToken(): void {
      if (this.currentToken !== null) (this.handler as FactTaker).facts.add("unclosed-tag");
      super._emitEOFToken();
    }
  };
});
