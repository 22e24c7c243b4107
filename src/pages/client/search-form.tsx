import type { JSX } from "preact";

/** Which decisions are shown, as the server takes it. */
export type Search = Readonly<Record<"text" | "label" | "show", string>>;

interface SearchFormProps {
  readonly search: Search;
  readonly classes: readonly string[];
  onSearch(search: Search): void;
}

const SHOW = ["unsure first", "latest first", "unsure", "corrected"];

/** Chooses the decisions of the list. */
export function SearchForm({ search, classes, onSearch }: SearchFormProps): JSX.Element {
  const choose = (name: keyof Search) => (event: Event) =>
    onSearch({ ...search, [name]: (event.currentTarget as HTMLInputElement | HTMLSelectElement).value });
  return (
    <search class="review-search">
      <label>
        Search in sender, subject, path and terms
        <input type="search" value={search.text} onInput={choose("text")} />
      </label>
      <label>
        Class
        <select value={search.label} onChange={choose("label")}>
          <option value="">all classes</option>
          {classes.map((name) => (
            <option>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Show
        <select value={search.show} onChange={choose("show")}>
          {SHOW.map((name) => (
            <option>{name}</option>
          ))}
        </select>
      </label>
    </search>
  );
}
