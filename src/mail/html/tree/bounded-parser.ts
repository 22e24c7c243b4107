import type * as Parse5 from "parse5";
import type { Token } from "parse5";
import { lazily } from "../../../base/lazily.js";
import { END_IS_OPTIONAL, RAW, VOID } from "./elements.js";
import { type HtmlNode, MAX_ATTRIBUTE, MAX_ATTRIBUTES } from "./node.js";
import { parsers } from "./standards.js";
import type { Tree, Types } from "./tree-adapter.js";

/** Deeper elements count as part of the one around them. Chromium has the same limit. */
export const MAX_DEPTH = 512;

/** A fact about the tags of a document. */
export type TagFact =
  /** Elements nested deeper than MAX_DEPTH. */
  | "deep"
  /** More elements than MAX_NODES, or styles of more work than MAX_WORK: only the beginning was read. */
  | "many-elements"
  /** An end tag without a start tag. */
  | "stray-end"
  /** A required end tag is missing. */
  | "unclosed"
  /** A comment that goes to the end. */
  | "unclosed-comment"
  /** A tag that goes to the end. */
  | "unclosed-tag";

export interface TagFacts {
  add(fact: TagFact): unknown;
}

/** Where text ends that is taken as it is. */
const TEXT_END = /[<&\0]/g;

/** A tag, from behind its bracket, that has nothing unusual: no character reference, no NUL, no missing blank. */
const PLAIN_TAG =
  /(\/?)([a-z][a-z0-9]*)((?:[ \t\n\f]+[a-z][a-z0-9-]*(?:=(?:"[^"&\0]*"|'[^'&\0]*'|[^\s"'&<=>`\0]+(?=[\s>])))?)*)[ \t\n\f]*(\/?)>/iy;
const PLAIN_ATTRIBUTE = /([a-z][a-z0-9-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

/** Of parse5: the type of a token of text that is not blank, and the state between tags. */
const CHARACTERS = 0 as Token.TokenType.CHARACTER;
const DATA = 0 as Parse5.Tokenizer["state"];

type BoundedParserClass = new (tree: Tree, facts: TagFacts) => Pick<Parse5.Parser<Types>, "tokenizer">;

/** parse5 with limits and facts. Made late, because it extends classes that are loaded late. */
export const boundedParser = lazily((): BoundedParserClass => {
  const { Parser, Tokenizer } = parsers();

  class BoundedTokenizer extends Tokenizer {
    /** Takes text up to the next tag or character reference at once. */
    protected override _stateData(code: number): void {
      super._stateData(code);
      const { currentCharacterToken, preprocessor } = this;
      if (currentCharacterToken?.type !== CHARACTERS || preprocessor.pos + 1 !== this.runEnd) return;
      TEXT_END.lastIndex = this.runEnd;
      const end = TEXT_END.test(preprocessor.html) ? TEXT_END.lastIndex - 1 : preprocessor.html.length;
      this.runEnd = end;
      preprocessor.pos = end - 1;
    }

    /** Takes an ordinary tag at once; any other as the standard says. */
    protected override _stateTagOpen(code: number): void {
      const { preprocessor } = this;
      PLAIN_TAG.lastIndex = preprocessor.pos;
      const found = PLAIN_TAG.exec(preprocessor.html);
      if (found === null) {
        super._stateTagOpen(code);
        return;
      }
      if (found[1] === "/") this._createEndTagToken();
      else this._createStartTagToken();
      const token = this.currentToken as Token.TagToken;
      token.tagName = found[2].toLowerCase();
      token.selfClosing = found[4] === "/";
      if (found[3] !== "") {
        PLAIN_ATTRIBUTE.lastIndex = 0;
        for (let one = PLAIN_ATTRIBUTE.exec(found[3]); one !== null; one = PLAIN_ATTRIBUTE.exec(found[3])) {
          this.currentAttr = { name: one[1].toLowerCase(), value: one[2] ?? one[3] ?? one[4] ?? "" };
          this._leaveAttrName();
        }
      }
      preprocessor.pos += found[0].length - 1;
      this.runStart = this.runEnd = preprocessor.pos + 1;
      this.state = DATA;
      this.emitCurrentTagToken();
    }

    protected override _leaveAttrName(): void {
      const token = this.currentToken as Token.TagToken;
      if (token.attrs.length < MAX_ATTRIBUTES) super._leaveAttrName();
    }

    protected override emitCurrentTagToken(): void {
      let room = MAX_ATTRIBUTE;
      for (const attribute of (this.currentToken as Token.TagToken).attrs) {
        if (attribute.value.length > room) attribute.value = attribute.value.slice(0, room);
        room -= attribute.value.length;
      }
      super.emitCurrentTagToken();
    }

    protected override _emitEOFToken(): void {
      if (this.currentToken !== null) (this.handler as BoundedParser).facts.add("unclosed-tag");
      super._emitEOFToken();
    }
  }

  class BoundedParser extends Parser<Types> {
    /** How many elements are open beyond MAX_DEPTH. */
    #beyond = 0;
    #popped = 0;
    /** Whether the document has tags for these, which every document has as elements. */
    readonly #tags = new Set<string>();

    readonly facts: TagFacts;

    constructor(treeAdapter: Tree, facts: TagFacts) {
      super({ scriptingEnabled: false, treeAdapter });
      this.facts = facts;
      this.tokenizer = new BoundedTokenizer(this.options, this);
    }

    override onItemPop(node: HtmlNode, isTop: boolean): void {
      this.#popped++;
      super.onItemPop(node, isTop);
    }

    override onStartTag(token: Token.TagToken): void {
      const { tagName } = token;
      if (this.openElements.depth >= MAX_DEPTH && !VOID.has(tagName) && !RAW.has(tagName)) {
        this.#beyond++;
        this.facts.add("deep");
        return;
      }
      if (ALWAYS_THERE.has(tagName)) this.#tags.add(tagName);
      super.onStartTag(token);
    }

    override onEndTag(token: Token.TagToken): void {
      const { tagName } = token;
      if (this.#beyond > 0 && !RAW.has(tagName)) {
        this.#beyond--;
        return;
      }
      const popped = this.#popped;
      // The end tag of a paragraph makes one, if there is none.
      const isParagraph = tagName === "p" && this.openElements.indexOfTopmost(token.tagID) < 0;
      super.onEndTag(token);
      const isStray = ALWAYS_THERE.has(tagName) ? !this.#tags.has(tagName) : this.#popped === popped;
      if ((isStray || isParagraph) && !VOID.has(tagName)) this.facts.add("stray-end");
    }

    override onComment(token: Token.CommentToken): void {
      const { pos, html } = this.tokenizer.preprocessor;
      if (pos >= html.length) this.facts.add("unclosed-comment");
      super.onComment(token);
    }

    override onEof(token: Token.EOFToken): void {
      for (const open of this.openElements.items.slice(0, this.openElements.stackTop + 1)) {
        // parse5 leaves a gap where it took an element out.
        if (open?.isElement && !END_IS_OPTIONAL.has(open.name)) this.facts.add("unclosed");
      }
      super.onEof(token);
    }
  }
  return BoundedParser;
});

const ALWAYS_THERE: ReadonlySet<string> = new Set(["html", "head", "body"]);
