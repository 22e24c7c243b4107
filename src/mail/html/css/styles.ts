import { remembering } from "../../../base/lazily.js";
import type { HtmlNode } from "../tree/node.js";
import { type Css, type Declaration, declarationsOf, parseMedia, parseSheet, parseStyle } from "./css.js";
import { matchesSelector, type Selector } from "./matches-selector.js";
import { holds } from "./media.js";
import { longhands, type Values } from "./properties.js";
import { classesOf, ruleSelectors } from "./selectors.js";
import type { StyleWork } from "./work.js";

/** A rule of a style sheet, for one of its selectors. */
export interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  /** The place of its cascade layer. Rules without a layer override all layers. */
  readonly layer: number;
  /** The number of rules before it. */
  readonly order: number;
}

/** The layer of rules without a layer. */
const NO_LAYER = Number.POSITIVE_INFINITY;

/** The rules for an element of a page without style sheets. */
const NO_RULES: readonly Rule[] = [];

/** Parsers of `style` attributes, outside of quirks mode and in it. Newsletters repeat a few dozen attributes. */
const [parseAttribute, parseAttributeInQuirksMode] = [false, true].map((isQuirky) =>
  remembering((css) => longhands(parseStyle(css), isQuirky), 1024),
);

/** The style sheets of a document. Finds the values that they and `style` give an element (CSS Cascade 5). */
export class Styles {
  /** By the key of the selector. */
  readonly #rules = new Map<string, Rule[]>();
  /** The place of each layer, by its full name. */
  readonly #layers = new Map<string, number>();
  readonly #work: StyleWork;
  #order = 0;

  constructor(work: StyleWork) {
    this.#work = work;
  }

  /** Adds the text of a `<style>` element, if its `media` matches a usual screen. */
  add(css: string, media: string | undefined): void {
    if (media === undefined || holds(parseMedia(media))) this.#addAll(parseSheet(css), "", undefined);
  }

  /**
   * Adds the rules among the nodes of a style sheet or block.
   *
   * @param layer the full name of their cascade layer; empty if they are in none
   * @param around the selectors of the rule around these nodes; undefined outside of rules
   */
  #addAll(nodes: readonly Css[], layer: string, around: readonly Selector[] | undefined): void {
    for (const node of nodes) {
      if (node.type === "Rule") this.#addRule(node, layer, around);
      else if (node.type === "Atrule") this.#addAtRule(node, layer, around);
      // css-tree does not parse a nested rule that does not begin with `&`: it returns raw text.
      else if (node.type === "Raw" && around !== undefined && node.value.includes("{")) {
        const rules = parseSheet(node.value).filter(({ type }) => type !== "Raw");
        this.#addAll(rules, layer, around);
      }
    }
  }

  /** Adds a rule and those nested in it. A rule with an invalid selector is ignored. */
  #addRule(rule: Css & { type: "Rule" }, layer: string, around: readonly Selector[] | undefined): void {
    const selectors = ruleSelectors(rule.prelude, around);
    if (selectors === undefined) return;
    this.#addDeclarations(rule.block.children, layer, selectors);
    this.#addAll(rule.block.children, layer, selectors);
  }

  /** Adds the declarations in a block once for each selector of its rule. */
  #addDeclarations(nodes: readonly Css[], layer: string, selectors: readonly Selector[]): void {
    const declarations = longhands(declarationsOf(nodes), this.#work.isQuirky);
    if (declarations.length === 0) return;
    for (const selector of selectors) {
      this.#work.spend(1);
      const key = this.#work.isQuirky ? selector.key.toLowerCase() : selector.key;
      const rule = { selector, declarations, layer: this.#layerOf(layer), order: this.#order++ };
      const rules = this.#rules.get(key);
      if (rules === undefined) this.#rules.set(key, [rule]);
      else rules.push(rule);
    }
  }

  /** Adds the rules in `@layer`, and in `@media` and `@supports` if their condition holds. Ignores other at-rules. */
  #addAtRule(rule: Css & { type: "Atrule" }, layer: string, around: readonly Selector[] | undefined): void {
    const nodes = rule.block?.children ?? [];
    const name = rule.name.toLowerCase();
    if (name === "layer") {
      const names = layerNames(rule.prelude);
      // Each layer without a name is a separate layer.
      if (names.length === 0) names.push(`${this.#layers.size}`);
      const full = names.map((inner) => (layer === "" ? inner : `${layer}.${inner}`));
      for (const path of full) this.#layerOf(path);
      this.#addAll(nodes, full[0], around);
    } else if ((name === "media" || name === "supports") && holds(rule.prelude)) {
      if (around !== undefined) this.#addDeclarations(nodes, layer, around);
      this.#addAll(nodes, layer, around);
    }
  }

  /** Returns the place of a layer, in the order in which the names of layers appear. */
  #layerOf(name: string): number {
    if (name === "") return NO_LAYER;
    const known = this.#layers.get(name);
    if (known !== undefined) return known;
    this.#layers.set(name, this.#layers.size);
    return this.#layers.size - 1;
  }

  /** Returns the rules that match an element, in no particular order. */
  rulesFor(element: HtmlNode): readonly Rule[] {
    return this.#rules.size === 0 ? NO_RULES : this.#matching(element);
  }

  /** Returns the values that rules and the `style` attribute give an element. */
  valuesOf(rules: readonly Rule[], css: string | undefined): Values {
    const parse = this.#work.isQuirky ? parseAttributeInQuirksMode : parseAttribute;
    const attribute = css === undefined ? [] : parse(css);
    const values = new Map<string, string>();
    for (const isImportant of [false, true]) {
      // For important declarations, the order of the layers is reversed.
      const sign = isImportant ? -1 : 1;
      const sorted = rules.toSorted(
        (a, b) =>
          (a.layer === b.layer ? 0 : sign * (a.layer - b.layer)) ||
          a.selector.specificity - b.selector.specificity ||
          a.order - b.order,
      );
      for (const { declarations } of [...sorted, { declarations: attribute }]) {
        this.#work.spend(declarations.length);
        for (const declaration of declarations) {
          if (declaration.isImportant !== isImportant) continue;
          if (declaration.property === "all") values.clear();
          values.set(declaration.property, declaration.value);
        }
      }
    }
    return values;
  }

  /** Finds the rules by the id, the classes and the name of an element, so that few selectors are compared. */
  #matching(element: HtmlNode): Rule[] {
    const id = element.attributes.get("id");
    const keys = ["*", element.name, ...classesOf(element).map((name) => `.${name}`)];
    if (id !== undefined) keys.push(`#${id}`);
    const found: Rule[] = [];
    for (const key of new Set(this.#work.isQuirky ? keys.map((key) => key.toLowerCase()) : keys)) {
      for (const rule of this.#rules.get(key) ?? []) {
        if (matchesSelector(element, rule.selector, this.#work)) found.push(rule);
      }
    }
    return found;
  }
}

/** Returns the names after `@layer`; none for a layer without a name. */
function layerNames(prelude: Css | null): string[] {
  const [list] = prelude?.type === "AtrulePrelude" ? prelude.children : [];
  return list?.type === "LayerList" ? list.children.flatMap((node) => (node.type === "Layer" ? [node.name] : [])) : [];
}
