import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MessageAnswer } from "../../../src/delivery/filter/mail-filter.js";
import { askServer } from "../../../src/delivery/serving/ask-server.js";
import { MessageServer } from "../../../src/delivery/serving/message-server.js";
import { FRAMED_MESSAGES } from "../../../src/delivery/serving/protocols/framed.js";
import { frameHeader, MAX_REQUEST_BYTES } from "../../../src/delivery/serving/protocols/wire-protocol.js";
import { temporaryFolder } from "../../helpers/folder.js";

const ANSWER: MessageAnswer = {
  model: "00000000",
  logOdds: 1,
  ranking: [{ label: "ham", probability: 1 }],
  knowsWords: true,
};

describe("a server of messages", () => {
  it("frees the memory of clients that hang up within a large message", async () => {
    const address = { path: join(temporaryFolder(), "socket") };
    const server = new MessageServer(() => ANSWER, { connections: 10, patience: 60_000 }, FRAMED_MESSAGES);
    await server.listen(address);
    // A little more than half of it: there is room for all then.
    const half = Buffer.concat([frameHeader(MAX_REQUEST_BYTES), Buffer.alloc((MAX_REQUEST_BYTES >> 1) + 1)]);
    for (let n = 0; n < 4; n++) {
      await new Promise((resolve) => {
        connect(address).on("close", resolve).resume().end(half);
      });
    }
    expect(await askServer(address, Buffer.from("letter"), 60_000)).toEqual(ANSWER);
    await server.stop();
  });
});
