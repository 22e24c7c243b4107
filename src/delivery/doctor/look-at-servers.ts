import { lstatSync } from "node:fs";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { exists } from "../../documents/files/files.js";
import { loadToFilter } from "../../model/file/model-file.js";
import { ServerTeacher } from "../learning/server-teacher.js";
import { addressOf, hostAddressOf } from "../serving/address.js";
import { askServer } from "../serving/ask-server.js";
import { positionPath } from "../sharing/position-file.js";
import { askSpamd } from "./ask-spamd.js";
import { fault, notice, ok, type Remarks } from "./finding.js";
import { lessonsFor } from "./look-at-model.js";
import { canOthersReach } from "./permissions.js";
import type { Surroundings } from "./places.js";

/** A message that teaches nothing and says nothing about anybody. */
const TEST = Buffer.from("Subject: test\r\n\r\nIs there an answer?\r\n");

/** Asks a server for `thresher filter --server`. @throws DataError if it does not answer */
export async function lookAtSocket(place: string, { places, patience }: Surroundings): Promise<Remarks> {
  return answeredWith(places.model, async () => (await askServer(addressOf(place), TEST, patience)).model);
}

/** Asks a server of spamd's protocol. @throws Error if there is no verdict */
export async function lookAtSpamd(place: string, { places, patience }: Surroundings): Promise<Remarks> {
  return answeredWith(places.model, async () => {
    const answer = await askSpamd(hostAddressOf(place), "HEADERS", TEST, patience);
    return /^X-Spam-Checker-Version: Thresher \(model ([0-9a-f]{8})\)/m.exec(answer)?.[1];
  });
}

/** Asks a server of spamd's protocol whether it learns. @throws Error if it does not */
export async function lookAtTeaching(place: string, { patience }: Surroundings): Promise<Remarks> {
  // Without the fields Set and Remove, nothing is learned.
  await askSpamd(hostAddressOf(place), "TELL", TEST, patience);
  return [ok("learns what spamc tells it")];
}

/** Asks a server at its socket for learning. @throws DataError if it does not answer */
export async function lookAtLearnSocket(place: string, { patience }: Surroundings): Promise<Remarks> {
  const address = addressOf(place);
  const { classes } = await new ServerTeacher(address, patience).teach({ kind: "ask" });
  const documents = sumOf(classes.map((each) => each.documents));
  const isOpen = "path" in address && canOthersReach(place, 0o002, lstatSync(place));
  return [
    ok(`learns; it knows ${plural(documents, "document")} of ${plural(classes.length, "class", "classes")}`),
    isOpen && fault("every user can write to it, and so change the model: start the server again, or chmod o-w"),
  ];
}

/** Asks a server for its health and its model. @throws Error if it is not well */
export async function lookAtMetrics(port: string, { places, patience, version }: Surroundings): Promise<Remarks> {
  const page = async (name: string) => {
    const limits = { redirect: "error", signal: AbortSignal.timeout(patience) } as const;
    const answer = await fetch(`http://127.0.0.1:${port}${name}`, limits);
    if (answer.ok) return answer.text();
    throw new DataError(`${name} answers with status ${answer.status}: read what the server says`);
  };
  try {
    await page("/healthz");
    const text = await page("/metrics");
    const found = /^thresher_build_info\{version="([^"]*)"\}/m.exec(text)?.[1] ?? "";
    return [
      ...(await answeredWith(places.model, async () => /^thresher_model_info\{id="(\w+)"\}/m.exec(text)?.[1])),
      found !== version && notice(`the server has version ${found}, and this is ${version}: restart it`),
    ];
  } catch (error) {
    const { name, cause = error } = error as Error;
    if (name === "TimeoutError") throw new DataError(`no answer after ${patience / 1000} s`);
    // The error of `fetch` says only that it failed.
    throw cause;
  }
}

/** Compares the model that a server answers with to those of the files. @param ask returns its id, if it is known */
async function answeredWith(models: readonly string[], ask: () => Promise<string | undefined>): Promise<Remarks> {
  const before = idsOf(models);
  const id = await ask();
  if (id === undefined) throw new DataError("what answers there is no server of Thresher");
  // A server that learns may have written the file meanwhile.
  if (before === undefined || before.includes(id) || idsOf(models)?.includes(id))
    return [ok(`answers with model ${id}`)];
  const files = models.map((path, i) => `${path} is ${before[i]}`).join(", ");
  return [fault(`answers with model ${id}, but ${files}: restart the server, or name its model with -m`)];
}

/** Returns the ids of models that can be read; undefined if there is none, or its server may know more. */
function idsOf(models: readonly string[]): string[] | undefined {
  try {
    const isSure = (path: string) => lessonsFor(path) === 0 && !exists(positionPath(path));
    return models.length > 0 && models.every(isSure) ? models.map((path) => loadToFilter(path).id) : undefined;
  } catch {
    // The check of models tells what is wrong.
    return undefined;
  }
}
