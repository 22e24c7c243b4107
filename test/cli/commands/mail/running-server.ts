import { join } from "node:path";
import { beforeAll } from "vitest";
import { messageClassifier } from "../../../../src/delivery/filter/mail-filter.js";
import { addressOf } from "../../../../src/delivery/serving/address.js";
import { askServer } from "../../../../src/delivery/serving/ask-server.js";
import { frameOf } from "../../../../src/delivery/serving/protocols/frames.js";
import { loadToFilter } from "../../../../src/model/file/model-file.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

export let model = "";
export const LETTER = "Received: x\nSubject: urgent cash\n\nprize winner\n";
/** How a server ends that was asked to. */
export const ENDED = { code: 0, signal: null };

/** Asks a server, patiently: on a busy machine everything takes long. */
export const ask = (message: string | Uint8Array, address: string) =>
  askServer(addressOf(address), Buffer.from(message), 60_000);
/** Answers as the model alone does. */
export const alone = () => messageClassifier(loadToFilter(model));
export const request = (message: string) => Buffer.from(frameOf({ kind: "answer" }, Buffer.from(message)));
export const newSocket = () => join(temporaryFolder(), "socket");

/** To be called by each test file that uses these helpers. */
export function setUp(): void {
  beforeAll(() => {
    model = trainedModel();
  });
}
