import type { TerminalStyle } from "../reports/terminal/terminal.js";
import type { Inputs } from "./inputs/inputs.js";

/** An answer for programs and for a terminal. */
export interface Answer {
  readonly json: () => object;
  readonly text: (style: TerminalStyle) => string;
}

/** The answers about documents, which are read while they are iterated, and the inputs with the problems afterwards. */
export interface Answers {
  readonly inputs: Inputs;
  readonly answers: Iterable<Answer>;
}
