import type { JSX } from "preact";
import { plural } from "../../base/numbers.js";
import type { GroupState } from "../../labelling/state.js";
import { Button, Examples, takeValues } from "./parts.js";
import type { View } from "./session.js";

/** Shows the proposed groups: the user names some of them, or sets them aside. */
export function Groups({ state, send }: View): JSX.Element {
  const { groups, classes, isGrouping, canUndo } = state;
  const goOnText = classes.length === 0 ? "Begin without groups" : "Go on to single documents";
  return (
    <section>
      <p class="lead">
        {groups.length > 0
          ? "These documents seem to belong together. Name the groups that are folders of yours, several of them with one name if you like; leave the others, or set them aside. A name is a hint: you are still asked about each document."
          : isGrouping
            ? "Looking for groups … Or begin with single documents."
            : "No groups were found. Begin with single documents, and make folders as you need them."}
      </p>
      <p class="bar-of-buttons">
        <Button text={goOnText} class="main" onClick={() => send({ do: "start-questions" })} />
        <Button text="Undo" disabled={!canUndo} onClick={() => send({ do: "undo" })} />
      </p>
      <datalist id="class-names">
        {classes.map(({ name }) => (
          <option value={name} />
        ))}
      </datalist>
      <ol class="groups">
        {groups.map((group) => (
          <Group key={group.id} group={group} send={send} />
        ))}
      </ol>
    </section>
  );
}

function Group({ group, send }: { readonly group: GroupState } & Pick<View, "send">): JSX.Element {
  const { id, size, terms, examples, name = "" } = group;
  const title = terms.slice(0, 4).join(", ") || examples[0].title;
  const submit = (event: SubmitEvent) => void send({ do: "name-group", group: id, label: takeValues(event).label });
  return (
    <li class={name === "" ? "group" : "group named"} aria-label={title}>
      <h2>{title}</h2>
      <p class="aside">
        {plural(size, "document")}
        {terms.length > 4 && ` · also ${terms.slice(4).join(", ")}`}
      </p>
      <Examples documents={examples} />
      <form class="fields" onSubmit={submit}>
        <input
          name="label"
          list="class-names"
          aria-label={`Folder for ${title}`}
          placeholder="name of its folder"
          autocomplete="off"
          defaultValue={name}
        />
        <Button text={name === "" ? "Name" : "Rename"} type="submit" />
        <Button text="Set aside" onClick={() => send({ do: "set-aside-group", group: id })} />
      </form>
    </li>
  );
}
