import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { messageClassifier } from "../../../../src/delivery/filter/mail-filter.js";
import { addressOf } from "../../../../src/delivery/serving/address.js";
import { askServer } from "../../../../src/delivery/serving/ask-server.js";
import { frameOf } from "../../../../src/delivery/serving/protocols/frames.js";
import { loadToFilter } from "../../../../src/model/file/model-file.js";
import { thresher } from "../../../helpers/command.js";
import { namesIn, temporaryFolder } from "../../../helpers/folder.js";
import { type RunningServer, startServer } from "../../../helpers/server.js";
import { trainedModel } from "../../../helpers/trained-model.js";

export let [folder, model, socket] = ["", "", ""];
export const LETTER = "Received: x\nSubject: urgent cash\n\nprize winner\n";
/** Milliseconds: on a busy machine everything takes long. */
export const PATIENCE = 60_000;
export let server: RunningServer;

export const ask = (message: string | Uint8Array, address = socket) =>
  askServer(addressOf(address), Buffer.from(message), PATIENCE);
export const alone = () => messageClassifier(loadToFilter(model));
export const filter = (args: readonly string[]) => thresher(["filter", ...args], { input: LETTER });

/** Returns all bytes that a client gets after it has sent some bytes. */
export function talk(bytes: Uint8Array, isEnd = false, place = socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const client = connect(place);
    const pieces: Buffer[] = [];
    client.on("data", (piece) => pieces.push(piece));
    client.on("error", () => undefined);
    client.on("close", () => resolve(Buffer.concat(pieces)));
    if (isEnd) client.end(bytes);
    else client.write(bytes);
  });
}

export const request = (message: string) => Buffer.from(frameOf({ kind: "answer" }, Buffer.from(message)));

/** To be called by each test file that uses these helpers. */
export function setUp(): void {
  beforeAll(async () => {
    folder = temporaryFolder();
    [model, socket] = ["mail.model", "socket"].map((name) => join(folder, name));
    trainedModel({}, model);
    server = await startServer(["-m", model, "--socket", socket, "--timeout", `${PATIENCE / 1000}`]);
  });
  afterAll(async () => {
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect(namesIn(folder)).not.toContain("socket");
  });
}
