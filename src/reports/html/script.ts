/** The parts of an element that the script uses. */
interface PageElement {
  open?: boolean;
  readonly cells: ArrayLike<PageElement>;
  readonly rows: ArrayLike<PageElement>;
  readonly tBodies: ArrayLike<PageElement>;
  readonly tHead: PageElement;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  closest(selector: string): PageElement;
  append(child: PageElement): void;
  addEventListener(type: string, listener: () => void): void;
}

/** The parts of the window that the script uses. */
export interface PageWindow {
  readonly location: { readonly hash: string };
  readonly document: {
    querySelectorAll(selector: string): Iterable<PageElement>;
    getElementById(id: string): PageElement | null;
  };
  addEventListener(type: string, listener: () => void): void;
}

/**
 * The script of the page. Column heads sort their table, a link to a closed list opens the list, and printing opens all
 * lists. The page contains the source of this function, so the function must not use anything outside itself. Without
 * the script, the page has the same content.
 */
export function enliven(window: PageWindow): void {
  const { document } = window;

  /** Orders numbers by size, anything else by alphabet. */
  const compare = (a: string, b: string) => {
    const difference = Number(a) - Number(b);
    return Number.isNaN(difference) ? a.localeCompare(b) : difference;
  };

  const sort = (head: PageElement) => {
    const table = head.closest("table");
    const heads = Array.from(table.tHead.rows[0].cells);
    const column = heads.indexOf(head);
    const before = head.getAttribute("aria-sort");
    // Names ascend at first, figures descend.
    const ascending = before === null ? column === 0 : before === "descending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    const key = (row: PageElement) => row.cells[column].getAttribute("data-sort") ?? "";
    const rows = Array.from(table.tBodies[0].rows);
    rows.sort((a, b) => (ascending ? compare(key(a), key(b)) : compare(key(b), key(a))));
    for (const row of rows) table.tBodies[0].append(row);
  };

  for (const button of document.querySelectorAll("table[data-sortable] thead button")) {
    button.addEventListener("click", () => sort(button.closest("th")));
  }

  const openTarget = () => {
    const target = document.getElementById(window.location.hash.slice(1));
    if (target !== null && target.open === false) target.open = true;
  };
  window.addEventListener("hashchange", openTarget);
  openTarget();

  window.addEventListener("beforeprint", () => {
    for (const list of document.querySelectorAll("details")) list.open = true;
  });
}

/** The source code of the script. */
export const SCRIPT: string = `(${enliven})(window)`;
