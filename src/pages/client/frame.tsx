import { type ComponentChildren, type JSX, render } from "preact";
import { pressByKey } from "./keys.js";

interface FrameProps {
  readonly title: string;
  readonly notices?: readonly string[] | undefined;
  readonly children: ComponentChildren;
}

/** The title and the notices, which all pages have. */
export function Frame({ title, notices = [], children }: FrameProps): JSX.Element {
  return (
    <div class="page">
      <a class="skip" href="#work">
        Skip to the content
      </a>
      <header>
        <p class="eyebrow">Thresher</p>
        <h1>{title}</h1>
      </header>
      {notices.map((notice) => (
        <p class="notice">{notice}</p>
      ))}
      {children}
    </div>
  );
}

/** Shows a page in its window. */
export function showPage(page: JSX.Element): void {
  const root = document.getElementById("app");
  if (root !== null) render(page, root);
  addEventListener("keydown", pressByKey);
  // The key in the address has done its work.
  history.replaceState(null, "", "/");
}
