import type * as Parse5 from "parse5";
import type { Token, TreeAdapter } from "parse5";
import { lazily } from "../../../base/lazily.js";
import { END_IS_OPTIONAL, RAW, VOID } from "./elements.js";
import { type HtmlNode, MAX_ATTRIBUTE, MAX_ATTRIBUTES } from "./node.js";
import { parsers } from "./standards.js";
import type { Tree, Types } from "./tree-adapter.js";

/** Deeper elements become part of the element around them. Chromium has the same limit. */
export const MAX_DEPTH = 512;

/** A fact about the tags of a document. */
export type TagFact =
  /** Elements nested deeper than MAX_DEPTH. */
  | "deep"
  /** More elements than MAX_NODES, or styles that exceed MAX_WORK. Only the beginning was read. */
  | "many-elements"
  /** An end tag that has no start tag. */
  | "stray-end"
  /** A missing end tag that is required. */
  | "unclosed"
  /** A comment that is not closed. */
  | "unclosed-comment"
  /** A tag that is not closed. */
  | "unclosed-tag";

export interface TagFacts {
  add(fact: TagFact): unknown;
}

/**
 * The characters that end a sequence which is read at once, by the state of parse5: text, scripts, comments, and values
 * in quotes.
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
const PLAIN_ATTRIBUTE = /([a-zA-Z][a-zA-Z0-9-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const LESS_THAN = 0x3c;

/** Constants of parse5: the types of text tokens, and the state between tags. */
const CHARACTERS = 0 as Token.TokenType.CHARACTER;
const BLANKS = 2 as Token.TokenType.WHITESPACE_CHARACTER;
const DATA = 0 as Parse5.Tokenizer["state"];

type BoundedParserClass = new (tree: Tree, facts: TagFacts) => Pick<Parse5.Parser<Types>, "tokenizer">;

/**
 * Returns the parser of parse5 with limits for hostile pages, a faster tokenizer, the present rules for `<select>`, and
 * facts about unusual tags. The class is made late, because its base classes are loaded late.
 */
export const boundedParser = lazily((): BoundedParserClass => {
  const { Parser, Tokenizer, html } = parsers();
  /**
   * Since 2025, the standard reads the content of `<select>` like any other content, and `<select>` bounds scopes.
   * parse5 has the older rules. Therefore, `<select>` gets the ID of `<applet>`, which bounds scopes, and `<applet>`
   * gets the ID of `<marquee>`, which is read in the same way.
   */
  const { APPLET: SELECT, MARQUEE: APPLET, OPTGROUP } = html.TAG_ID;

  class BoundedTokenizer extends Tokenizer {
    /** Reads a usual tag, or a sequence of ordinary characters, at once. Without this, reading a page takes a tenth longer. */
    protected override _callState(code: number): void {
      if (code === LESS_THAN && this.state === DATA && this.#takeTag()) return;
      super._callState(code);
      const { preprocessor } = this;
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

    protected override _leaveAttrName(): void {
      const token = this.currentToken as Token.TagToken;
      if (token.attrs.length < MAX_ATTRIBUTES) super._leaveAttrName();
    }

    protected override _emitEOFToken(): void {
      if (this.currentToken !== null) (this.handler as BoundedParser).facts.add("unclosed-tag");
      super._emitEOFToken();
    }
  }

  class BoundedParser extends Parser<Types> {
    /** How many elements deeper than MAX_DEPTH are open. */
    #beyond = 0;
    /** How many elements have been closed. */
    #popped = 0;
    /** The ALWAYS_THERE elements for which the document has tags. */
    readonly #tags = new Set<string>();

    readonly facts: TagFacts;

    constructor(tree: Tree, facts: TagFacts) {
      super({ scriptingEnabled: false, treeAdapter: tree as unknown as TreeAdapter<Types> });
      this.facts = facts;
      this.tokenizer = new BoundedTokenizer(this.options, this);
      const { activeFormattingElements: formatting } = this;
      const insertMarker = formatting.insertMarker.bind(formatting);
      formatting.insertMarker = () => {
        if (this.openElements.current?.name !== "select") insertMarker();
      };
    }

    override onItemPop(node: HtmlNode, isTop: boolean): void {
      this.#popped++;
      super.onItemPop(node, isTop);
    }

    /** Cuts long attributes, leaves out elements that are too deep, and gives `<select>` its stand-in. */
    override onStartTag(token: Token.TagToken): void {
      const { tagName } = token;
      let room = MAX_ATTRIBUTE;
      for (const attribute of token.attrs) {
        if (attribute.value.length > room) attribute.value = attribute.value.slice(0, room);
        room -= attribute.value.length;
      }
      if (this.openElements.depth >= MAX_DEPTH && !VOID.has(tagName) && !RAW.has(tagName)) {
        this.#beyond++;
        this.facts.add("deep");
        return;
      }
      if (ALWAYS_THERE.has(tagName)) this.#tags.add(tagName);
      if (tagName === "select") token.tagID = SELECT;
      else if (tagName === "applet") token.tagID = APPLET;
      super.onStartTag(token);
    }

    /** In a `<select>`, closes the options and groups that a new one ends; `<input>` or `<select>` ends the whole. */
    override _startTagOutsideForeignContent(token: Token.TagToken): void {
      const { openElements } = this;
      const { tagName } = token;
      if (PARTS_OF_SELECT.has(tagName) && openElements.depth > 0 && openElements.hasInScope(SELECT)) {
        if (tagName === "option") openElements.generateImpliedEndTagsWithExclusion(OPTGROUP);
        else if (tagName === "hr" || tagName === "optgroup") openElements.generateImpliedEndTags();
        else openElements.popUntilTagNamePopped(SELECT);
        if (tagName === "select") return;
      }
      super._startTagOutsideForeignContent(token);
    }

    /** Closes a `<select>`. An end tag of an element with the same stand-in does not close another element. */
    override _endTagOutsideForeignContent(token: Token.TagToken): void {
      const { openElements } = this;
      const { tagName } = token;
      if (tagName === "select") {
        if (openElements.depth === 0 || !openElements.hasInScope(SELECT)) return;
        openElements.generateImpliedEndTags();
        openElements.popUntilTagNamePopped(SELECT);
        return;
      }
      if (tagName === "applet") token.tagID = APPLET;
      const isOther =
        token.tagID === APPLET && openElements.items[openElements.indexOfTopmost(APPLET)]?.name !== tagName;
      if (!isOther) super._endTagOutsideForeignContent(token);
    }

    /** Notes an end tag that closes nothing. That of an element that was too deep is left out, too. */
    override onEndTag(token: Token.TagToken): void {
      const { tagName } = token;
      if (this.#beyond > 0 && !RAW.has(tagName)) {
        this.#beyond--;
        return;
      }
      const popped = this.#popped;
      // If no paragraph is open, the end tag of a paragraph creates one.
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
        // parse5 leaves a gap where it removed an element.
        if (open?.isElement && !END_IS_OPTIONAL.has(open.name)) this.facts.add("unclosed");
      }
      super.onEof(token);
    }
  }
  return BoundedParser;
});

/** Tags with a meaning of their own in a `<select>`. */
const PARTS_OF_SELECT: ReadonlySet<string> = new Set(["hr", "input", "optgroup", "option", "select"]);
/** Elements that every document has, with or without tags. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(["html", "head", "body"]);
