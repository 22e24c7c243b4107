const FIELD = "input:not([type=checkbox],[type=radio]), select, textarea";

/**
 * Presses the button, or goes to the field, that names the pressed key in `aria-keyshortcuts`. Leaves alone keys that are
 * typed into a field, those with Ctrl, Alt or Meta, and the space bar where it presses something else. Escape leaves a
 * field.
 */
export function pressByKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const target = event.target as HTMLElement;
  const isInField = target.matches(FIELD);
  if (isInField && event.key === "Escape") target.blur();
  if (isInField || (event.key === " " && target.closest("button, a, input, summary") !== null)) return;
  const key = CSS.escape(event.key === " " ? "Space" : event.key);
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts~="${key}" i]:not(:disabled)`);
  if (control === null) return;
  event.preventDefault();
  if (control.matches(FIELD)) control.focus();
  else control.click();
}
