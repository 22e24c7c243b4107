import type { ReadStream, WriteStream } from "node:tty";
import { DataError, UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import type { Labelling } from "../../labelling/labelling.js";
import { type Change, type LabellingState, StaleError } from "../../labelling/state.js";
import { labellingScreen } from "../../reports/labelling/labelling-text.js";
import { terminalStyle } from "../output/output.js";

/** Switches to a screen of its own and back, so that what was on the terminal stays. xterm, ECMA-48. */
const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
const CLEAR = "\u001b[H\u001b[2J";

const KEYS = { up: "\u001b[A", down: "\u001b[B", pageUp: "\u001b[5~", pageDown: "\u001b[6~" } as const;

/** The lines that a key scrolls. */
const SCROLLS: Readonly<Record<string, number>> = {
  [KEYS.up]: -1,
  [KEYS.down]: 1,
  [KEYS.pageUp]: -10,
  [KEYS.pageDown]: 10,
};

/** An escape sequence, or a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys such as arrows begin with an escape
const KEY = /\u001b\[[\d;]*[A-Za-z~]|[\s\S]/gu;

/** What the next keys are for, unless they are commands: a name that is typed, or a question that is answered. */
interface Prompt {
  readonly text: string;
  /** What was typed. Undefined if one key answers. */
  typed: string | undefined;
  /** Called with the name, or the key. */
  readonly answer: (answer: string) => Change | undefined;
}

/** A labelling session on a terminal, by keyboard. */
export class TerminalSession {
  readonly #labelling: Labelling;
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  #prompt: Prompt | undefined;
  #message: string | undefined;
  #scrolled = 0;
  #end: () => void = () => undefined;

  constructor(labelling: Labelling, input: ReadStream, output: WriteStream) {
    this.#labelling = labelling;
    this.#input = input;
    this.#output = output;
  }

  /** Shows the session until the user quits or it is done. Returns its last state. */
  async run(): Promise<LabellingState> {
    const draw = () => this.#draw();
    const stop = this.#labelling.onChange(draw);
    let work = Promise.resolve();
    const onData = (data: string) => {
      for (const [key] of data.matchAll(KEY)) work = work.then(() => this.#press(key));
    };
    const ended = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    this.#output.write(ENTER);
    this.#output.on("resize", draw);
    this.#input.setRawMode(true).setEncoding("utf8").on("data", onData).resume();
    process.once("SIGTERM", this.#end);
    process.once("SIGHUP", this.#end);
    try {
      draw();
      await Promise.race([ended, this.#labelling.ready.then(() => ended)]);
      await work;
      return this.#labelling.state();
    } finally {
      stop();
      this.#output.off("resize", draw);
      this.#input.off("data", onData).pause().setRawMode(false);
      this.#output.write(LEAVE);
    }
  }

  #draw(): void {
    const { columns = 80, rows = 24 } = this.#output;
    const typed = this.#prompt?.typed;
    const message = this.#prompt ? `${this.#prompt.text}${typed === undefined ? "" : ` ${typed}█`}` : this.#message;
    const style = { ...terminalStyle(this.#output), columns: Math.max(20, columns - 1), rows: Math.max(8, rows) };
    const view = { scrolled: this.#scrolled, message };
    this.#output.write(CLEAR + labellingScreen(this.#labelling.state(), view, style).join("\r\n"));
  }

  async #press(key: string): Promise<void> {
    const state = this.#labelling.state();
    this.#message = undefined;
    // Ctrl-C and Ctrl-D; the answers are on disk.
    if (key === "\u0003" || key === "\u0004") return this.#end();
    const scroll = SCROLLS[key];
    if (scroll !== undefined) this.#scrolled = Math.max(0, this.#scrolled + scroll);
    else {
      const change = this.#prompt === undefined ? this.#command(key, state) : this.#typed(key, this.#prompt);
      if (change !== undefined) await this.#make(change, state.version);
    }
    this.#draw();
  }

  async #make(change: Change, seen: number): Promise<void> {
    this.#scrolled = 0;
    try {
      const { phase, groups } = await this.#labelling.change(change, seen);
      if (phase === "done") this.#end();
      else if (phase === "groups" && groups.every(({ name }) => name !== undefined)) {
        await this.#make({ do: "start-questions" }, this.#labelling.state().version);
      }
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof DataError || error instanceof StaleError)) throw error;
      this.#message = error.message;
    }
  }

  /** Takes a key of a name, or of an answer to a question. */
  #typed(key: string, prompt: Prompt): Change | undefined {
    const isEscape = key.startsWith("\u001b");
    if (prompt.typed !== undefined && key === "\u007f") prompt.typed = [...prompt.typed].slice(0, -1).join("");
    else if (prompt.typed !== undefined && key !== "\r" && !isEscape) prompt.typed += key;
    else {
      this.#prompt = undefined;
      return isEscape ? undefined : prompt.answer(prompt.typed ?? key);
    }
    return undefined;
  }

  #command(key: string, state: LabellingState): Change | undefined {
    if (key === "q") this.#end();
    if (key === "u" && state.canUndo) return { do: "undo" };
    if (state.phase === "groups") return this.#groupCommand(key, state);
    return state.phase === "questions" ? this.#questionCommand(key, state) : undefined;
  }

  #groupCommand(key: string, { groups, classes }: LabellingState): Change | undefined {
    const group = groups.find(({ name }) => name === undefined)?.id;
    if (key === "\r" || group === undefined) return { do: "start-questions" };
    if (key === "n") return this.#askName("name of the group:", (label) => ({ do: "name-group", group, label }));
    if (key === "s") return { do: "set-aside-group", group };
    const label = classes.find((known) => known.key === key)?.name;
    return label === undefined ? undefined : { do: "name-group", group, label };
  }

  #questionCommand(key: string, state: LabellingState): Change | undefined {
    const { question, classes } = state;
    if (key === "f") return this.#askEnd(state);
    if (question === undefined) return undefined;
    const { item, proposals, alike } = question;
    if (key === "s") return { do: "skip", item };
    if (key === "n") return this.#askName("name of the new class:", (label) => ({ do: "answer", item, label }));
    const first = proposals.at(0)?.label;
    if (key === "a" && alike !== undefined && first !== undefined) {
      return this.#askKey(`these ${alike.count + 1} look the same: file them all as ${first}? y or n`, (answer) => {
        return answer === "y" ? { do: "answer-alike", item, label: first } : undefined;
      });
    }
    const chosen = /^[1-9]$/.test(key)
      ? proposals.at(Number(key) - 1)?.label
      : classes.find((known) => known.key === key)?.name;
    const label = key === " " ? first : chosen;
    return label === undefined ? undefined : { do: "answer", item, label };
  }

  #askEnd({ progress: { labelled, sure = 0 }, ending: how }: LabellingState): undefined {
    const verb = how === "list" ? "list" : how;
    const more = sure > 0 ? `, s ${verb}s also the ${plural(sure, "document")} whose class is sure` : "";
    return this.#askKey(`y: ${verb} the ${plural(labelled, "labelled document")}${more}, n: go on`, (answer) => {
      return answer === "y" || answer === "s" ? { do: "finish", how, sureToo: answer === "s" } : undefined;
    });
  }

  #askName(text: string, answer: Prompt["answer"]): undefined {
    this.#prompt = { text, typed: "", answer };
  }

  #askKey(text: string, answer: Prompt["answer"]): undefined {
    this.#prompt = { text, typed: undefined, answer };
  }
}
