import type { JSX } from "preact";
import { Button } from "./parts.js";

/** A folder or class to choose, with the keys that choose it. */
export interface Folder {
  readonly name: string;
  readonly keys: readonly string[];
  readonly probability?: number;
}

interface FolderButtonsProps {
  readonly label: string;
  readonly folders: readonly Folder[];
  /** The one that is chosen, if the buttons show it; it may be none of them. */
  readonly chosen?: string;
  choose(name: string): void;
}

/** A button for each folder. */
export function FolderButtons({ label, folders, chosen, choose }: FolderButtonsProps): JSX.Element {
  return (
    <ul class="folders" aria-label={label}>
      {folders.map(({ name, keys, probability }) => (
        <li key={name}>
          <Button
            keys={keys}
            text={name}
            probability={probability}
            isPressed={chosen === undefined ? undefined : chosen === name}
            press={() => choose(name)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns what the keys of folders do. */
export function folderKeys(folders: readonly Folder[], choose: (name: string) => void): Record<string, () => void> {
  return Object.fromEntries(folders.flatMap(({ keys, name }) => keys.map((key) => [key, () => choose(name)])));
}
