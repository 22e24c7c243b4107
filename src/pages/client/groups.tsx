import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { plural } from "../../base/numbers.js";
import type { GroupState } from "../../labelling/state.js";
import { Button, Examples, labelOf } from "./parts.js";
import type { View } from "./view.js";

/** Shows the proposed groups: the user names, merges or sets aside some of them. */
export function Groups({ state, send }: View): JSX.Element {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { groups, classes } = state;
  const choose = (id: number) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const merge = async () => {
    if (await send({ do: "merge-groups", groups: chosen })) setChosen([]);
  };
  const mergeText = chosen.length < 2 ? "Merge: choose two" : `Merge these ${chosen.length}`;
  return (
    <section>
      <p class="lead">
        {groups.length === 0
          ? state.isGrouping
            ? "Looking for groups … Or begin with single documents."
            : "No groups were found. Begin with single documents, and make folders as you need them."
          : "These documents seem to belong together. Name the groups that are folders of yours; leave the others, or set them aside."}
      </p>
      <p class="bar-of-buttons">
        <Button
          isMain
          text={classes.length === 0 ? "Begin without groups" : "Go on to single documents"}
          press={() => send({ do: "start-questions" })}
        />
        {groups.length > 1 && <Button text={mergeText} disabled={chosen.length < 2} press={merge} />}
        <Button text="Undo" disabled={!state.canUndo} press={() => send({ do: "undo" })} />
      </p>
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
  const heading = `group-${id}`;
  const submit = (event: SubmitEvent) => void send({ do: "name-group", group: id, label: labelOf(event) });
  return (
    <li class={name === "" ? "group" : "group named"} aria-labelledby={heading}>
      <h2 id={heading}>{terms.slice(0, 4).join(", ") || plural(size, "document")}</h2>
      <p class="aside">
        {plural(size, "document")}
        {terms.length > 4 && ` · also ${terms.slice(4).join(", ")}`}
      </p>
      <Examples of={examples} />
      <form onSubmit={submit}>
        <label>
          <span class="unseen">Folder for {terms.slice(0, 2).join(", ")}</span>
          <input
            name="label"
            list="class-names"
            placeholder="name of its folder"
            autocomplete="off"
            defaultValue={name}
          />
        </label>
        <button type="submit">{name === "" ? "Name" : "Rename"}</button>
        <Button text="Set aside" press={() => send({ do: "set-aside-group", group: id })} />
        <label class="choice">
          <input type="checkbox" checked={isChosen} onChange={() => choose(id)} /> merge
        </label>
      </form>
    </li>
  );
}
