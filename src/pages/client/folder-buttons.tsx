import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { percent } from "../../base/numbers.js";
import { Button, Keys, takeValues } from "./parts.js";

/** A folder or class to choose, with the keys that choose it. */
export interface Folder {
  readonly name: string;
  readonly keys?: readonly string[];
  readonly probability?: number | undefined;
}

interface FolderButtonsProps {
  readonly folders: readonly Folder[];
  /** The name of the one that stands out: it is proposed, or was chosen before. */
  readonly main?: string | undefined;
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

/** A button for each folder, and a field. What is typed there leaves some folders, of which Enter takes the first. */
export function FolderChooser({ folders, main, choose }: FolderButtonsProps): JSX.Element {
  const [typed, setTyped] = useState("");
  const found = foundFolders(folders, typed);
  const isTyped = typed.trim() !== "";
  const isNew = isTyped && found.at(0)?.name !== typed.trim();
  const submit = (event: SubmitEvent) => {
    const { label } = takeValues(event);
    return choose(foundFolders(folders, label).at(0)?.name ?? label);
  };
  return (
    <>
      <form class="fields" onInput={(event) => setTyped(takeValues(event).label)} onSubmit={submit}>
        <label>
          <Keys keys={["n"]} /> find a folder, or name a new folder
          <input name="label" autocomplete="off" aria-keyshortcuts="n" />
        </label>
        {isNew && <Button text={`New folder ${typed}`} onClick={() => choose(typed)} />}
      </form>
      <FolderButtons folders={isTyped ? found : folders} main={isTyped ? found.at(0)?.name : main} choose={choose} />
    </>
  );
}

/**
 * Returns the folders whose names have a text, without their keys. First come those that have it early in the name, then
 * those with a short name.
 */
function foundFolders(folders: readonly Folder[], typed: string): Folder[] {
  const placeIn = ({ name }: Folder) => foldedText(name).indexOf(foldedText(typed));
  const found = folders.filter((folder) => foldedText(typed) !== "" && placeIn(folder) >= 0);
  return found
    .sort((a, b) => placeIn(a) - placeIn(b) || a.name.length - b.name.length)
    .map(({ name, probability }) => ({ name, probability }));
}

/** Returns a text in lower case and without accents. */
function foldedText(text: string): string {
  return text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
