import { emitKeypressEvents, type Key } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import { DataError, UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import type { Labelling } from "../../labelling/labelling.js";
import type { Change, LabellingState } from "../../labelling/state.js";
import { labellingScreen, openGroup } from "../../reports/labelling/labelling-text.js";
import { terminalStyle } from "../output/output.js";

/** Switches to a screen of its own and back, so that what was on the terminal stays. xterm, ECMA-48. */
const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
const CLEAR = "\u001b[H\u001b[2J";

/** The lines that a key scrolls. */
const SCROLLS: Readonly<Record<string, number>> = { up: -1, down: 1, pageup: -10, pagedown: 10 };

/** What the next keys are for, unless they are commands: a name that is typed, or a question that one key answers. */
interface Prompt {
  readonly text: string;
  /** What was typed. Undefined if one key answers. */
  typed?: string;
  /** Called with the name, or the key. */
  readonly answer: (answer: string) => Change | undefined;
}

/** The streams of a terminal. */
export type TerminalInput = Pick<ReadStream, "setRawMode" | "on" | "off" | "pause" | "resume">;
export type TerminalOutput = Pick<WriteStream, "write" | "on" | "off" | "columns" | "rows">;

/** A labelling session on a terminal, by keyboard. */
export class TerminalSession {
  readonly #labelling: Labelling;
  readonly #input: TerminalInput;
  readonly #output: TerminalOutput;
  #prompt: Prompt | undefined;
  #message: string | undefined;
  #scrolled = 0;
  #end: () => void = () => undefined;

  constructor(labelling: Labelling, input: TerminalInput, output: TerminalOutput) {
    this.#labelling = labelling;
    this.#input = input;
    this.#output = output;
  }

  /** Shows the session until the user quits or it is done. */
  async run(): Promise<void> {
    const draw = () => this.#draw();
    let work = Promise.resolve();
    const onKey = (text: string | undefined, key: Key) => {
      work = work.then(() => this.#press(text ?? "", key));
    };
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    const stop = this.#labelling.onChange(draw);
    this.#output.write(ENTER);
    this.#output.on("resize", draw);
    emitKeypressEvents(this.#input as ReadStream);
    this.#input.setRawMode(true);
    this.#input.on("keypress", onKey).resume();
    process.once("SIGTERM", this.#end).once("SIGHUP", this.#end);
    try {
      draw();
      await Promise.race([ended, this.#labelling.ready.then(() => ended)]);
      await work;
    } finally {
      stop();
      this.#output.off("resize", draw);
      this.#input.off("keypress", onKey).pause();
      this.#input.setRawMode(false);
      this.#output.write(LEAVE);
    }
  }

  #draw(): void {
    const { columns = 80, rows = 24 } = this.#output;
    const { text, typed } = this.#prompt ?? {};
    const message = text === undefined ? this.#message : typed === undefined ? text : `${text} ${typed}█`;
    const style = { ...terminalStyle(), columns: Math.max(20, columns - 1), rows: Math.max(8, rows) };
    const lines = labellingScreen(this.#labelling.state(), { scrolled: this.#scrolled, message }, style);
    this.#output.write(CLEAR + lines.join("\r\n"));
  }

  async #press(text: string, { name = "", ctrl }: Key): Promise<void> {
    const state = this.#labelling.state();
    this.#message = undefined;
    // The answers are on disk.
    if (ctrl && (name === "c" || name === "d")) return this.#end();
    const change = this.#prompt ? this.#typed(text, name, this.#prompt) : this.#command(text, name, state);
    this.#scrolled = change ? 0 : Math.max(0, this.#scrolled + (SCROLLS[name] ?? 0));
    try {
      if (change && (await this.#labelling.change(change, state.version)).phase === "done") this.#end();
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof DataError)) throw error;
      this.#message = error.message;
    }
    this.#draw();
  }

  /** Takes a key of a name, or of an answer to a question. */
  #typed(text: string, name: string, prompt: Prompt): Change | undefined {
    if (prompt.typed !== undefined && name !== "return" && name !== "escape") {
      prompt.typed = name === "backspace" ? [...prompt.typed].slice(0, -1).join("") : prompt.typed + text;
      return undefined;
    }
    this.#prompt = undefined;
    return name === "escape" ? undefined : prompt.answer(prompt.typed ?? text);
  }

  #command(text: string, name: string, state: LabellingState): Change | undefined {
    if (text === "q") this.#end();
    if (text === "u" && state.canUndo) return { do: "undo" };
    if (state.phase === "groups") return this.#groupCommand(text, name, state);
    return state.phase === "questions" ? this.#questionCommand(text, state) : undefined;
  }

  #groupCommand(text: string, name: string, state: LabellingState): Change | undefined {
    if (name === "return") return { do: "start-questions" };
    const group = openGroup(state)?.id;
    if (group === undefined) return undefined;
    if (text === "s") return { do: "set-aside-group", group };
    if (text === "m") {
      const next = state.groups.find((other) => other.id !== group && other.name === undefined);
      return next && { do: "merge-groups", groups: [group, next.id] };
    }
    const named = (label: string): Change => ({ do: "name-group", group, label });
    if (text === "n") return this.#ask({ text: "name of the group:", typed: "", answer: named });
    const label = labelOf(text, state);
    return label === undefined ? undefined : named(label);
  }

  #questionCommand(text: string, state: LabellingState): Change | undefined {
    const { question } = state;
    if (text === "f") return this.#askEnd(state);
    if (question === undefined) return undefined;
    const { item, proposals, alike } = question;
    const answered = (label: string): Change => ({ do: "answer", item, label });
    if (text === "s") return { do: "skip", item };
    if (text === "n") return this.#ask({ text: "name of the new class:", typed: "", answer: answered });
    const first = proposals.at(0)?.label;
    if (text === "a" && alike !== undefined && first !== undefined) {
      return this.#ask({
        text: `these ${alike.count + 1} look the same: file them all as ${first}? y or n`,
        answer: (key) => (key === "y" ? { do: "answer-alike", item, label: first } : undefined),
      });
    }
    const chosen = /^[1-9]$/.test(text) ? proposals.at(Number(text) - 1)?.label : labelOf(text, state);
    const label = text === " " ? first : chosen;
    return label === undefined ? undefined : answered(label);
  }

  #askEnd({ progress: { labelled, sure = 0 }, ending: how }: LabellingState): undefined {
    const more =
      sure > 0 ? `, s also ${how.replace(/y$/, "ie")}s the ${plural(sure, "document")} whose class is sure` : "";
    return this.#ask({
      text: `y: ${how} the ${plural(labelled, "labelled document")}${more}, n: go on`,
      answer: (key) => (key === "y" || key === "s" ? { do: "finish", how, sureToo: key === "s" } : undefined),
    });
  }

  #ask(prompt: Prompt): undefined {
    this.#prompt = prompt;
  }
}

/** Returns the class that a letter chooses. */
function labelOf(text: string, { classes }: LabellingState): string | undefined {
  return text === "" ? undefined : classes.find(({ key }) => key === text)?.name;
}
