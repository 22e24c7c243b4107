/** The fields that take what is typed. */
const FIELD = "input:not([type=checkbox],[type=radio]), select, textarea";

/** The keys that wait for the answer to a change. Undefined if there is none on its way. */
let waiting: string[] | undefined;

/**
 * Presses the button, or goes to the field, that names the pressed key in `aria-keyshortcuts`. Leaves alone keys that are
 * typed into a field, those with Ctrl, Alt or Meta, and the space bar where it presses something else. Escape leaves a
 * field.
 */
export function pressByKey(event: KeyboardEvent): void {
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
  const mustWait = waiting !== undefined && (key.length === 1 || key === "Enter" || key === "Escape");
  if (mustWait) waiting?.push(key);
  if (mustWait || press(key, event.target as HTMLElement)) event.preventDefault();
}

/**
 * Makes a change, after which the page shows something else. Keys that are pressed meanwhile are meant for that: they
 * wait, and are dropped if the change is refused.
 */
export async function withKeysWaiting(change: () => Promise<boolean>): Promise<boolean> {
  waiting = [];
  const isMade = await change();
  const keys = isMade ? waiting : [];
  waiting = undefined;
  for (const key of keys) pressLater(key);
  return isMade;
}

/** Presses a key that has waited, unless one before it has made another change. A field gets what was typed. */
function pressLater(key: string): void {
  const focused = document.activeElement as HTMLElement;
  if (waiting !== undefined) waiting.push(key);
  else if (!(focused instanceof HTMLInputElement && focused.matches(FIELD))) press(key, document.body);
  else if (key === "Enter") focused.form?.requestSubmit();
  else if (key === "Escape") focused.blur();
  else {
    focused.value += key;
    focused.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

/** Presses what a key names, unless the key is for the element that has the focus. Returns whether there was something. */
function press(key: string, target: HTMLElement): boolean {
  const isInField = target.matches(FIELD);
  if (isInField && key === "Escape") target.blur();
  if (isInField || (key === " " && target.closest("button, a, input, summary") !== null)) return false;
  const name = CSS.escape(key === " " ? "Space" : key);
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts~="${name}" i]:not(:disabled)`);
  if (control?.matches(FIELD)) control.focus();
  else control?.click();
  return control !== null;
}
