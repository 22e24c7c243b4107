import { basename } from "node:path";
import { expect, onTestFinished } from "vitest";
import { runEngine } from "../../src/labelling/engine/engine.js";
import { Labelling, type LabellingOptions } from "../../src/labelling/labelling.js";
import type { Pile, PileDocument } from "../../src/labelling/pile/read-pile.js";
import type { SessionEnd } from "../../src/labelling/session-end.js";
import type { Change, LabellingState } from "../../src/labelling/state.js";
import { settingsFrom } from "../../src/model/settings.js";
import { temporaryFolder } from "./folder.js";

/** A pile in memory. Documents can be changed and removed while a session goes on. */
export class PileInMemory implements Pile {
  readonly texts: Map<string, { text: string | Uint8Array; label?: string | undefined }>;

  constructor(
    texts: Readonly<Record<string, string | Uint8Array>>,
    labelled: Readonly<Record<string, [string, string]>> = {},
  ) {
    this.texts = new Map(Object.entries(texts).map(([id, text]) => [id, { text }]));
    for (const [id, [label, text]] of Object.entries(labelled)) this.texts.set(id, { text, label });
  }

  get files(): number {
    return this.texts.size;
  }

  *documents(isWanted: (id: string) => boolean): Generator<PileDocument> {
    for (const [id, { text, label }] of this.texts) {
      if (isWanted(id)) yield { id, bytes: Buffer.from(text as string), label };
    }
  }

  read(id: string): Uint8Array | undefined {
    const text = this.texts.get(id)?.text;
    return text === undefined ? undefined : Buffer.from(text as string);
  }

  filing(id: string): { source: string } {
    return { source: id };
  }
}

/** Texts about three subjects, `each` of each: `sea-0` and so on. Their first words differ. */
export function threeSubjects(each = 8): Record<string, string> {
  const subjects = {
    sea: "boat harbour sailing wind waves anchor captain mast",
    bread: "flour oven dough yeast butter crust baker salt",
    chess: "knight bishop opening gambit castle pawn endgame queen",
  };
  return Object.fromEntries(
    Object.entries(subjects).flatMap(([subject, text], s) => {
      const words = text.split(" ");
      return Array.from({ length: each }, (_, i) => {
        const own = Array.from({ length: 5 }, (_, j) => words[(i + j * (1 + (i % 3))) % words.length]);
        return [
          `${subject}-${i}`,
          `${subject} letter number${i + 1000 * s} of day${i + 2000 * s} ${own.join(" ")} page${i + 3000 * s} line${i + 4000 * s}`,
        ];
      });
    }),
  );
}

/** Starts a session whose engine runs in this thread. The test closes it at its end. `ends` gets what it comes to. */
export function labellingHere(
  pile: Pile,
  into: string,
  ends: SessionEnd[] = [],
  options: Partial<LabellingOptions> = {},
) {
  const labelling = new Labelling({
    pile,
    into,
    settings: settingsFrom({ tokens: "inner", tokenLength: [1, 256] }),
    seed: 1,
    ending: "copy",
    finish: async (end) => {
      ends.push(end);
      return { filed: end.decided.length, there: 0, left: [] };
    },
    startEngine: runEngine,
    ...options,
  });
  if (expect.getState().currentTestName !== undefined) onTestFinished(() => labelling.close());
  return labelling;
}

/** Starts a session in the phase of questions. */
export async function asking(
  pile = new PileInMemory(threeSubjects(6)),
  folder = temporaryFolder(),
  { ends, ...options }: Partial<LabellingOptions> & { readonly ends?: SessionEnd[] } = {},
): Promise<Labelling> {
  const labelling = labellingHere(pile, folder, ends, options);
  await labelling.ready;
  if (labelling.state().phase === "groups") await make(labelling, { do: "start-questions" });
  return labelling;
}

/** Makes a change, to the state that a view shows. */
export function make(labelling: Labelling, change: Change): Promise<LabellingState> {
  return labelling.change(change, labelling.state().version);
}

/** Answers the question, and returns its item. */
export async function answer(labelling: Labelling, label: string): Promise<number> {
  const { item = -1 } = labelling.state().question ?? {};
  await make(labelling, { do: "answer", item, label });
  return item;
}

/** The classes with the numbers of their documents, sorted. */
export function classesOf(labelling: Labelling): string[] {
  return labelling
    .state()
    .classes.map(({ name, labelled }) => `${name} ${labelled}`)
    .sort();
}

/** Answers the questions of a session, with the part of the file name before the hyphen, until so many are answered. */
export async function answerTruly(labelling: Labelling, most = Number.POSITIVE_INFINITY): Promise<LabellingState> {
  let state = labelling.state();
  for (let n = 0; n < most && state.question !== undefined; n++) {
    const { item, name } = state.question;
    state = await labelling.change({ do: "answer", item, label: basename(name).split("-")[0] }, state.version);
  }
  return state;
}
