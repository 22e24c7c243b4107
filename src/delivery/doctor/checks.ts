import { lstatSync } from "node:fs";
import { DataError, orElse, reason } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { VERSION } from "../../base/version.js";
import { loadToFilter } from "../../model/file/model-file.js";
import { addressOf, hostAddressOf } from "../serving/address.js";
import { askServer, converse, serverTeacher } from "../serving/ask-server.js";
import { fault, notice, ok, type Remarks } from "./finding.js";
import { canOthersReach, lookAtDovecot, lookAtJournals } from "./look-at-files.js";
import { lookAtHistory } from "./look-at-history.js";
import { lessonsFor, lookAtModel } from "./look-at-model.js";

/** The facts about this machine that the checks need. */
export interface Surroundings {
  /** The paths of the models, of which the servers should have one. */
  readonly models: readonly string[];
  /** The home folder of this user. */
  readonly home: string;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds to wait for each answer. */
  readonly patience: number;
}

/** Asks a server of spamd's protocol. @throws Error if there is no verdict */
async function lookAtSpamd(place: string, surroundings: Surroundings): Promise<Remarks> {
  const answer = await askSpamd(place, "HEADERS", surroundings.patience);
  const [, version, model] = /^X-Spam-Checker-Version: Thresher (\S+) \(model (\w+)\)/m.exec(answer) ?? [];
  if (model === undefined) throw new DataError("the program listening there is not a Thresher server");
  return compared(surroundings, model, version);
}

/** Asks a server at its socket for learning. @throws DataError if it does not answer */
async function lookAtLearnSocket(place: string, { patience }: Surroundings): Promise<Remarks> {
  const address = addressOf(place);
  const { classes } = await serverTeacher(address, patience).teach({ kind: "ask" });
  const documents = sumOf(classes.map((each) => each.documents));
  const isOpen = "path" in address && canOthersReach(place, 0o002, lstatSync(place));
  return [
    ok(`learns; it knows ${plural(documents, "document")} of ${plural(classes.length, "class", "classes")}`),
    isOpen && fault("every user can write to it, and so change the model: start the server again, or chmod o-w"),
  ];
}

/** Compares the model and the version of a server to those here. @param version default: not known */
function compared({ models }: Surroundings, model: string, version = VERSION): Remarks {
  // A server may know more than its file. If a model cannot be read, its own check says why.
  const mayBeOther = () => models.length === 0 || models.some((path) => lessonsFor(path) !== 0);
  const isOurs = orElse(() => mayBeOther() || models.some((path) => loadToFilter(path).id === model), true);
  const other = `answers with model ${model}, which is not ${models.join(" or ")}`;
  return [
    isOurs ? ok(`answers with model ${model}`) : fault(`${other}: restart the server, or name its model with -m`),
    version !== VERSION && notice(`the server has version ${version}, and this is ${VERSION}: restart it`),
  ];
}

/** A message that teaches nothing and says nothing about anybody. */
const TEST_MESSAGE: Buffer = Buffer.from("Subject: test\r\n\r\nIs there an answer?\r\n");

/** Maximum characters of an answer that are read. The answer to the test has some hundred. */
const MAX_ANSWER = 1 << 16;

/**
 * Sends the test to a server of spamd's protocol.
 *
 * @param place its address: see `hostAddressOf`
 * @param milliseconds the time limit for connecting, sending and reading together
 * @returns the answer
 * @throws Error if there is none, or it says that something went wrong.
 */
function askSpamd(place: string, command: "HEADERS" | "TELL", milliseconds: number): Promise<string> {
  const head = `${command} SPAMC/1.5\r\nContent-length: ${TEST_MESSAGE.length}\r\n\r\n`;
  let answer = "";
  return converse(hostAddressOf(place), Buffer.from(`${head}${TEST_MESSAGE}`), milliseconds, (piece) => {
    answer += Buffer.from(piece ?? []).toString("latin1");
    if (piece !== undefined && answer.length <= MAX_ANSWER) return undefined;
    const [, code, why] = /^SPAMD\/[\d.]+ (\d+) (.*)/.exec(answer) ?? [];
    if (code === undefined) throw new DataError("another program answers there, not thresher serve --spamd");
    if (code !== "0") throw new DataError(why);
    return answer;
  });
}

/** Looks at a file or server. */
export type Look = (place: string, surroundings: Surroundings) => Promise<Remarks>;

/**
 * The checks of files and servers, by the options that name them; `tell` is a server that spamc teaches. Checks that
 * wait for an answer come last, so that no answer seems late.
 */
export const LOOKS = {
  model: (path, { now }) => lookAtModel(path, now),
  dovecot: async (script, { home, now }) => lookAtDovecot(script, home, now),
  history: async (path, { models }) => lookAtHistory(path, models),
  into: async (folder) => lookAtJournals(folder, "thresher sort"),
  socket: served("--socket", async (place, surroundings) => {
    const { model } = await askServer(addressOf(place), TEST_MESSAGE, surroundings.patience);
    return compared(surroundings, model);
  }),
  learnSocket: served("--learn-socket", lookAtLearnSocket),
  spamd: served("--spamd", lookAtSpamd),
  tell: served("--spamd --allow-tell", async (place, { patience }) => {
    // Without the fields Set and Remove, nothing is learned.
    await askSpamd(place, "TELL", patience);
    return [ok("learns what spamc tells it")];
  }),
} as const satisfies Record<string, Look>;

export type Kind = keyof typeof LOOKS;

/** A file, folder or server to look at, and its kind. */
export type Place = readonly [kind: Kind, place: string];

/** Adds to the errors of a look what must run there. */
function served(options: string, look: Look): Look {
  return (place, surroundings) =>
    look(place, surroundings).catch((error) => {
      throw new DataError(`${reason(error)} (thresher serve ${options} must run there)`);
    });
}
