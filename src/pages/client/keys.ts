import { useEffect, useRef } from "preact/hooks";

/**
 * Calls the action of a key that is pressed. Keys that are typed into a field, or pressed with Ctrl, Alt or Meta, are
 * left alone, and so are the keys that press the button with the focus.
 *
 * @param actions by the key as `KeyboardEvent.key` has it; letters in lower case
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      const target = event.target as HTMLElement;
      if (target.closest("input:not([type=checkbox],[type=radio]), select, textarea") !== null) return;
      if (event.key === "Enter" || (event.key === " " && target.closest("button, a, input, summary") !== null)) return;
      const key = event.key.toLowerCase();
      if (!Object.hasOwn(latest.current, key)) return;
      event.preventDefault();
      latest.current[key]();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
