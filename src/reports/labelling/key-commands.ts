import { grouped, plural } from "../../base/numbers.js";
import type { Change, GroupState, LabellingState } from "../../labelling/state.js";
import { shortened } from "../terminal/terminal.js";

/** A command that a view on a terminal offers. */
export interface KeyCommand {
  /** The character, or `return` for Enter. Absent or empty if no key gives the command. */
  readonly key?: string;
  /** Its text in the line of keys. Absent if the choices above it show the key. */
  readonly text?: string;
  /** The effect of the key. Absent if there is nothing to do now. */
  readonly does?: Change | Prompt | "quit" | undefined;
}

/** A question at the bottom: the next keys type a name, or one key answers. */
export interface Prompt {
  readonly ask: string;
  /** The name as typed so far. Undefined if one key answers. */
  readonly typed?: string;
  /** Called with the name, or the key. */
  readonly answer: (answer: string) => Change | undefined;
}

/** Maximum width of the name of a class or sender, in columns. */
const NAME_COLUMNS = 30;

/** Shortens the name of a class or sender. */
export function shortName(name: string): string {
  return shortened(name, NAME_COLUMNS);
}

/** Returns the commands of a state, in the order in which the line of keys shows them. */
export function keyCommands(state: LabellingState): KeyCommand[] {
  const { phase, canUndo } = state;
  const quit: KeyCommand = { key: "q", text: "q quit", does: "quit" };
  const undo: KeyCommand = { key: "u", text: "u undo", does: canUndo ? { do: "undo" } : undefined };
  if (phase === "groups") {
    const end: KeyCommand = { key: "return", text: "Enter: to the questions", does: { do: "start-questions" } };
    return [...groupCommands(state), end, undo, quit];
  }
  if (phase !== "questions") return [quit];
  return [...questionCommands(state), undo, { key: "f", text: "f finish", does: endPrompt(state) }, quit];
}

/** The group that the user decides about now: the first without a name. */
export function openGroup({ phase, groups }: LabellingState): GroupState | undefined {
  return phase === "groups" ? groups.find(({ name }) => name === undefined) : undefined;
}

/** Returns the commands for the group that the user decides about now. */
function groupCommands(state: LabellingState): KeyCommand[] {
  const group = openGroup(state)?.id;
  if (group === undefined) return [{ text: state.isGrouping ? "looking for groups …" : "no group is left" }];
  const named = (label: string): Change => ({ do: "name-group", group, label });
  return [
    { key: "n", text: "n name it", does: { ask: "name of the group:", typed: "", answer: named } },
    { text: "letter: belongs to that class" },
    ...byLetter(state, named),
    { key: "s", text: "s set it aside", does: { do: "set-aside-group", group } },
  ];
}

/** Returns the answers to the current question. */
function questionCommands(state: LabellingState): KeyCommand[] {
  if (state.isForecasting) return [{ text: "looking at your answers …" }];
  if (state.question === undefined) return [{ text: "no document is left to ask about" }];
  const { item, proposals, alike } = state.question;
  const answered = (label: string): Change => ({ do: "answer", item, label });
  const first = proposals.at(0)?.label;
  const commands: KeyCommand[] = [
    ...proposals.map(({ label }, i) => ({ key: String(i + 1), does: answered(label) })),
    ...byLetter(state, answered),
    { key: "n", text: "n new class", does: { ask: "name of the new class:", typed: "", answer: answered } },
  ];
  if (first !== undefined) {
    const text = `space: ${shortName(first)}`;
    commands.unshift({ key: " ", text, does: answered(first) }, { text: "digit or letter: another" });
  }
  if (first !== undefined && alike !== undefined) {
    const all = grouped(alike.count + 1);
    const ask = `these ${all} look the same: file them all as ${first}? y or n`;
    const answer = (key: string): Change | undefined =>
      key === "y" ? { do: "answer-alike", item, label: first } : undefined;
    commands.push({ key: "a", text: `a all ${all} alike`, does: { ask, answer } });
  }
  const none: KeyCommand = { key: "0", text: "0 none of these", does: { do: "answer-none", item } };
  return [...commands, none, { key: "s", text: "s skip", does: { do: "skip", item } }];
}

/** Returns a command without text for the key of each class. */
function byLetter({ classes }: LabellingState, chosen: (label: string) => Change): KeyCommand[] {
  return classes.map(({ key, name }) => ({ key, does: chosen(name) }));
}

/** Returns the question before the end: which documents to file. */
function endPrompt({ progress: { labelled, sure = 0 }, ending: how }: LabellingState): Prompt {
  // `copy` becomes `copies`.
  const also = `, s also ${how.replace(/y$/, "ie")}s the ${plural(sure, "document")} whose class is sure`;
  return {
    ask: `y: ${how} the ${plural(labelled, "labelled document")}${sure > 0 ? also : ""}, n: go on`,
    answer: (key) => (key === "y" || key === "s" ? { do: "finish", how, sureToo: key === "s" } : undefined),
  };
}
