import type * as Parse5 from "parse5";
import type { Token, TreeAdapter } from "parse5";
import { lazily } from "../../../base/lazily.js";
import { boundedTokenizer } from "./bounded-tokenizer.js";
import { END_IS_OPTIONAL, RAW, VOID } from "./elements.js";
import { type HtmlNode, MAX_ATTRIBUTE } from "./node.js";
import { parsers } from "./standards.js";
import type { TagFacts } from "./tag-facts.js";
import type { Tree, Types } from "./tree-adapter.js";

/** Deeper elements become part of the element around them. Chromium has the same limit. */
export const MAX_DEPTH = 512;

/** The part of the class that `parseHtml` uses. */
type BoundedParserClass = new (tree: Tree, facts: TagFacts) => Pick<Parse5.Parser<Types>, "tokenizer">;

/**
 * Returns the parser of parse5 with limits for hostile pages, a faster tokenizer, the present rules for `<select>`, and
 * facts about unusual tags. The class is made late, because its base class is loaded late.
 *
 * `openElements` of parse5 is the stack of the open elements. Methods that begin with `_` are those of parse5 for one
 * step of the standard.
 */
export const boundedParser = lazily((): BoundedParserClass => {
  const { Parser, html } = parsers();
  const BoundedTokenizer = boundedTokenizer();
  /**
   * Since 2025, the standard reads the content of `<select>` like any other content, and `<select>` bounds scopes.
   * parse5 has the older rules. Therefore, `<select>` gets the ID of `<applet>`, which bounds scopes, and `<applet>`
   * gets the ID of `<marquee>`, which is read in the same way.
   */
  const { APPLET: SELECT, MARQUEE: APPLET, OPTGROUP } = html.TAG_ID;

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
      // A marker ends the search for formatting elements to open again. In the present rules, `<select>` sets none.
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
