import { type ComponentChildren, type JSX, render } from "preact";
import { pressByKey } from "./keys.js";

interface FrameProps {
  readonly title: string;
  readonly notices?: readonly string[] | undefined;
  readonly aside: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a page: title, notices, main column and sidebar. */
export function Frame({ title, notices = [], aside, children }: FrameProps): JSX.Element {
  return (
    <div class="page">
      <header>
        <p class="eyebrow">Thresher</p>
        <h1>{title}</h1>
      </header>
      <div class="beside">
        <main>
          {notices.map((notice) => (
            <p class="notice">{notice}</p>
          ))}
          {children}
        </main>
        {aside}
      </div>
    </div>
  );
}

/** Shows a page, or updates it. */
export function showPage(page: JSX.Element): void {
  render(page, document.getElementById("app") as HTMLElement);
}

addEventListener("keydown", pressByKey);
