import { emitKeypressEvents, type Key } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import { DataError, UsageError } from "../../base/errors.js";
import type { Change, Labelling, LabellingState } from "../../jobs/labelling/label-pile.js";
import { keyCommands, type Prompt } from "../../reports/labelling/key-commands.js";
import { labellingScreen } from "../../reports/labelling/labelling-text.js";
import { terminalStyle } from "../output/output.js";

/** Switches to a screen of its own and back, so that what was on the terminal stays. xterm, ECMA-48. */
const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
const CLEAR = "\u001b[H\u001b[2J";

/** The lines that a key scrolls. */
const SCROLLS: Readonly<Record<string, number>> = { up: -1, down: 1, pageup: -10, pagedown: 10 };

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
      // Throws what `ready` rejects with; otherwise waits for the end.
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
    const { ask: text, typed } = this.#prompt ?? {};
    const message = text === undefined ? this.#message : typed === undefined ? text : `${text} ${typed}█`;
    const style = { ...terminalStyle(), columns: Math.max(20, columns - 1), rows: Math.max(8, rows) };
    const lines = labellingScreen(this.#labelling.state(), { scrolled: this.#scrolled, message }, style);
    this.#output.write(CLEAR + lines.join("\r\n"));
  }

  async #press(text: string, { name = "", ctrl }: Key): Promise<void> {
    const state = this.#labelling.state();
    this.#message = undefined;
    // All answers are on disk.
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
  #typed(text: string, name: string, { typed, answer }: Prompt): Change | undefined {
    if (typed !== undefined && name !== "return" && name !== "escape") {
      const left = name === "backspace" ? [...typed].slice(0, -1).join("") : typed + text;
      this.#prompt = this.#prompt && { ...this.#prompt, typed: left };
      return undefined;
    }
    this.#prompt = undefined;
    return name === "escape" ? undefined : answer(typed ?? text);
  }

  #command(text: string, name: string, state: LabellingState): Change | undefined {
    const pressed = name === "return" ? name : text;
    const does = keyCommands(state).find(({ key }) => pressed !== "" && key === pressed)?.does;
    if (does === "quit") this.#end();
    else if (does !== undefined && "do" in does) return does;
    else this.#prompt = does;
    return undefined;
  }
}
