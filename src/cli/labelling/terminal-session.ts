import { emitKeypressEvents, type Key } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import { DataError, UsageError } from "../../base/errors.js";
import type { Labelling, LabellingState } from "../../jobs/labelling/label-pile.js";
import { type KeyCommand, keyCommands, type Prompt } from "../../reports/labelling/key-commands.js";
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

/** Shows a labelling session on a terminal, by keyboard, until the user quits or it is done. */
export async function labelInTerminal(labelling: Labelling, input: TerminalInput, output: TerminalOutput) {
  /** The question that the next key answers. */
  let prompt: Prompt | undefined;
  /** Why the last change was refused. */
  let message: string | undefined;
  /** How many lines the screen is scrolled down. */
  let scrolled = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const draw = () => {
    const { columns = 80, rows = 24 } = output;
    const style = { ...terminalStyle(), columns: Math.max(20, columns - 1), rows: Math.max(8, rows) };
    const lines = labellingScreen(
      labelling.state(),
      { scrolled, message: prompt === undefined ? message : promptLine(prompt) },
      style,
    );
    output.write(CLEAR + lines.join("\r\n"));
  };
  const press = async (text: string, { name = "", ctrl }: Key) => {
    // All answers are on disk.
    if (ctrl && (name === "c" || name === "d")) return end();
    const state = labelling.state();
    const effect = effectOf(text, name, prompt, state);
    if (effect === "quit") end();
    const change = typeof effect === "object" && "do" in effect ? effect : undefined;
    prompt = typeof effect === "object" && "ask" in effect ? effect : undefined;
    message = undefined;
    scrolled = change ? 0 : Math.max(0, scrolled + (SCROLLS[name] ?? 0));
    try {
      if (change && (await labelling.change(change, state.version)).phase === "done") end();
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof DataError)) throw error;
      message = error.message;
    }
    draw();
  };
  /** The keys so far, one after the other: a change takes its time. */
  let work = Promise.resolve();
  const onKey = (text: string | undefined, key: Key) => {
    work = work.then(() => press(text ?? "", key));
  };
  const stop = labelling.onChange(draw);
  output.write(ENTER);
  output.on("resize", draw);
  emitKeypressEvents(input as ReadStream);
  input.setRawMode(true);
  input.on("keypress", onKey).resume();
  process.once("SIGTERM", end).once("SIGHUP", end);
  try {
    draw();
    // Throws what `ready` rejects with; otherwise waits for the end.
    await Promise.race([ended, labelling.ready.then(() => ended)]);
    await work;
  } finally {
    stop();
    output.off("resize", draw);
    input.off("keypress", onKey).pause();
    input.setRawMode(false);
    output.write(LEAVE);
  }
}

/** Returns a question and, if the answer is a text, what is typed by now. */
function promptLine({ ask, typed }: Prompt): string {
  return typed === undefined ? ask : `${ask} ${typed}█`;
}

/** Returns what a key does: a change, a question that is to be answered, the end, or nothing. */
function effectOf(text: string, name: string, prompt: Prompt | undefined, state: LabellingState): KeyCommand["does"] {
  if (prompt === undefined) {
    const pressed = name === "return" ? name : text;
    return keyCommands(state).find(({ key }) => pressed !== "" && key === pressed)?.does;
  }
  const { typed, answer } = prompt;
  if (name === "escape") return undefined;
  if (typed === undefined || name === "return") return answer(typed ?? text);
  return { ...prompt, typed: name === "backspace" ? [...typed].slice(0, -1).join("") : typed + text };
}
