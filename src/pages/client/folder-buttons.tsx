import type { JSX } from "preact";
import { percent } from "../../base/numbers.js";
import { Button } from "./parts.js";

/** A folder or class to choose, with the keys that choose it. */
export interface Folder {
  readonly name: string;
  readonly keys: readonly string[];
  readonly probability?: number | undefined;
}

interface FolderButtonsProps {
  readonly folders: readonly Folder[];
  /** The name of the one that stands out: it is proposed, or was chosen before. */
  readonly main: string | undefined;
  choose(name: string): unknown;
}

/** A button for each folder. */
export function FolderButtons({ folders, main, choose }: FolderButtonsProps): JSX.Element {
  return (
    <ul class="folders" aria-label="folders">
      {folders.map(({ name, keys, probability }) => (
        <li key={name}>
          <Button text={name} keys={keys} class={name === main ? "main" : ""} onClick={() => choose(name)}>
            {probability !== undefined && <span class="share-of">{percent(probability)}</span>}
          </Button>
        </li>
      ))}
    </ul>
  );
}
