import { describe, expect, it } from "vitest";
import { SCRIPT } from "../../../src/reports/html/script.js";

/** The parts of an element that the script uses. */
class Element {
  readonly attributes = new Map<string, string>();
  readonly listeners: (() => void)[] = [];
  cells: Element[] = [];
  rows: Element[] = [];
  tBodies: Element[] = [];
  tHead: Element | undefined;
  parents: Record<string, Element> = {};
  open: boolean | undefined;

  getAttribute = (name: string) => this.attributes.get(name) ?? null;
  setAttribute = (name: string, value: string) => this.attributes.set(name, value);
  removeAttribute = (name: string) => this.attributes.delete(name);
  closest = (selector: string) => this.parents[selector];
  addEventListener = (_: string, listener: () => void) => this.listeners.push(listener);
  append = (row: Element) => {
    this.rows = [...this.rows.filter((other) => other !== row), row];
  };
  click = () => {
    for (const listener of this.listeners) listener();
  };
}

function tableOf(columns: readonly (readonly string[])[]) {
  const [table, head, line, body] = Array.from({ length: 4 }, () => new Element());
  table.tHead = head;
  table.tBodies = [body];
  head.rows = [line];
  line.cells = columns.map(() => Object.assign(new Element(), { parents: { table } }));
  const buttons = line.cells.map((th) => Object.assign(new Element(), { parents: { th } }));
  line.cells[0].setAttribute("aria-sort", "ascending");
  body.rows = columns[0].map((_, r) => {
    const row = new Element();
    row.cells = columns.map((column) => {
      const cell = new Element();
      cell.setAttribute("data-sort", column[r]);
      return cell;
    });
    return row;
  });
  const firsts = () => body.rows.map((row) => row.cells[0].getAttribute("data-sort")).join("");
  const sorted = () => line.cells.map((cell) => cell.getAttribute("aria-sort"));
  return { buttons, firsts, sorted };
}

/** Runs the script as the page does: its source, with nothing around it. */
function run(buttons: readonly Element[], elements: Readonly<Record<string, Element>> = {}, hash = "") {
  const listeners = new Map<string, () => void>();
  const window = {
    location: { hash },
    document: {
      querySelectorAll: (selector: string) => (selector === "details" ? Object.values(elements) : buttons),
      getElementById: (id: string) => elements[id] ?? null,
    },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
  };
  new Function("window", SCRIPT)(window);
  return { window, fire: (type: string) => listeners.get(type)?.() };
}

describe("the script of the page", () => {
  it("sorts figures from the highest and names from the first, turns round at the second click, and says so", () => {
    const { buttons, firsts, sorted } = tableOf([[..."bac"], ["9", "10", "0.5"]]);
    run(buttons);
    expect(firsts()).toBe("bac");
    const clicked = (column: number) => {
      buttons[column].click();
      return [firsts(), ...sorted()];
    };
    expect(clicked(1)).toEqual(["abc", null, "descending"]);
    expect(clicked(1)).toEqual(["cba", null, "ascending"]);
    expect(clicked(0)).toEqual(["abc", "ascending", null]);
    expect(clicked(0)).toEqual(["cba", "descending", null]);
  });

  it("opens the list that the address names, at once and whenever it changes", () => {
    const lists = { "cell-0-1": new Element(), "cell-1-0": new Element(), main: new Element() };
    lists["cell-0-1"].open = false;
    lists["cell-1-0"].open = false;
    const { window, fire } = run([], lists, "#cell-0-1");
    expect(lists["cell-0-1"].open).toBe(true);
    for (const hash of ["#main", "#nothing", "", "#cell-1-0"]) {
      window.location.hash = hash;
      fire("hashchange");
    }
    expect([lists["cell-1-0"].open, lists.main.open]).toEqual([true, undefined]);
  });

  it("opens everything before it is printed", () => {
    const lists = { a: new Element(), b: new Element() };
    run([], lists).fire("beforeprint");
    expect([lists.a.open, lists.b.open]).toEqual([true, true]);
  });
});
