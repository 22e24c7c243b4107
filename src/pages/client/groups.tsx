import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { plural } from "../../base/numbers.js";
import type { GroupState } from "../../labelling/state.js";
import { Button, Examples, valuesOf } from "./parts.js";
import type { View } from "./session.js";

/** Shows the proposed groups: the user names, merges or sets aside some of them. */
export function Groups({ state, send }: View): JSX.Element {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { groups, classes, isGrouping, canUndo } = state;
  const choose = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const merge = async () => {
    if (await send({ do: "merge-groups", groups: chosen })) setChosen([]);
  };
  return (
    <section>
      <p class="lead">
        {groups.length > 0
          ? "These documents seem to belong together. Name the groups that are folders of yours; leave the others, or set them aside."
          : isGrouping
            ? "Looking for groups … Or begin with single documents."
            : "No groups were found. Begin with single documents, and make folders as you need them."}
      </p>
      <p class="bar-of-buttons">
        <Button class="main" onClick={() => send({ do: "start-questions" })}>
          {classes.length === 0 ? "Begin without groups" : "Go on to single documents"}
        </Button>
        {groups.length > 1 && (
          <Button disabled={chosen.length < 2} onClick={merge}>
            {chosen.length < 2 ? "Merge: choose two" : `Merge these ${chosen.length}`}
          </Button>
        )}
        <Button disabled={!canUndo} onClick={() => send({ do: "undo" })}>
          Undo
        </Button>
      </p>
      <datalist id="class-names">
        {classes.map(({ name }) => (
          <option value={name} />
        ))}
      </datalist>
      <ol class="groups">
        {groups.map((group) => (
          <Group key={group.id} group={group} isChosen={chosen.includes(group.id)} choose={choose} send={send} />
        ))}
      </ol>
    </section>
  );
}

interface GroupProps extends Pick<View, "send"> {
  readonly group: GroupState;
  readonly isChosen: boolean;
  choose(id: number): void;
}

function Group({ group, isChosen, choose, send }: GroupProps): JSX.Element {
  const { id, size, terms, examples, name = "" } = group;
  const title = terms.slice(0, 4).join(", ") || plural(size, "document");
  const submit = (event: SubmitEvent) => void send({ do: "name-group", group: id, label: valuesOf(event).label });
  return (
    <li class={name === "" ? "group" : "group named"} aria-label={title}>
      <h2>{title}</h2>
      <p class="aside">
        {plural(size, "document")}
        {terms.length > 4 && ` · also ${terms.slice(4).join(", ")}`}
      </p>
      <Examples of={examples} />
      <form onSubmit={submit}>
        <input
          name="label"
          list="class-names"
          aria-label={`Folder for ${title}`}
          placeholder="name of its folder"
          autocomplete="off"
          defaultValue={name}
        />
        <Button type="submit">{name === "" ? "Name" : "Rename"}</Button>
        <Button onClick={() => send({ do: "set-aside-group", group: id })}>Set aside</Button>
        <label class="choice">
          <input type="checkbox" checked={isChosen} onChange={() => choose(id)} /> merge
        </label>
      </form>
    </li>
  );
}
