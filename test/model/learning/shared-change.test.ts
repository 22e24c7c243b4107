import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf } from "../../../src/documents/given-text.js";
import { secondsOf } from "../../../src/features/corpus/known-documents.js";
import { identityOf } from "../../../src/mail/rewrite/identity.js";
import { modelToBytes } from "../../../src/model/file/save-model.js";
import { countedBytes, countedDocument } from "../../../src/model/learning/counted-document.js";
import { IncrementalModel } from "../../../src/model/learning/incremental-model.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import { makeChange, type SharedChange } from "../../../src/model/learning/shared-change.js";
import { MemoryStream } from "../../delivery/sharing/memory-stream.js";

const LABELS = ["ham", "spam", "work"];
const TEXTS = Array.from(
  { length: 8 },
  (_, n) => `Date: Mon, ${n + 1} Jan 2024 10:00:00 +0000\nSubject: letter ${n}\n\nword${n % 3} word${n} word${n} the`,
);
const READER = new IncrementalModel(newModel({ preset: "mail" }));

function changeOf(kind: SharedChange["kind"], text: string, label: string): SharedChange {
  const { digest, time } = identityOf(bytesOf(text));
  const hasLabel = kind === "learn" || kind === "relabel";
  const counted = kind === "learn" ? countedBytes({ seconds: secondsOf(time) }, READER.read(text)) : new Uint8Array(0);
  return { kind, digest, label: hasLabel ? label : "", counted };
}

const bytesOfModel = (model: IncrementalModel) => Buffer.from(modelToBytes(model.model()));

describe("a change that hosts tell each other", () => {
  it("teaches a model what the document itself would", () => {
    const learner = new Learner({ preset: "mail" });
    const model = new IncrementalModel(newModel({ preset: "mail" }));
    for (const [n, text] of TEXTS.entries()) {
      learner.learn(LABELS[n % 3], text);
      makeChange(model, changeOf("learn", text, LABELS[n % 3]));
    }
    expect(bytesOfModel(model).equals(modelToBytes(learner.model()))).toBe(true);
  });

  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        host: fc.nat(2),
        kind: fc.constantFrom("learn", "learn", "relabel", "unlearn", "forget" as const),
        text: fc.constantFrom(...TEXTS),
        label: fc.constantFrom(...LABELS),
        // How often the answer is lost, so that the change is sent again.
        again: fc.nat(2),
      }),
    },
    { weight: 2, arbitrary: fc.record({ host: fc.nat(2), follow: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ host: fc.nat(2), save: fc.boolean() }) },
  );

  it("gives all hosts one model, whatever is sent twice, read late or read again from an old model file", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const stream = new MemoryStream();
        const learner = new Learner({ preset: "mail" });
        const empty = newModel({ preset: "mail" });
        const fresh = () => ({ model: new IncrementalModel(empty), n: 0, file: empty, fileN: 0, sequence: 0 });
        const hosts = LABELS.map(fresh);
        const follow = (host: (typeof hosts)[number], most: number) => {
          for (const entry of stream.entries.slice(host.n, host.n + most)) {
            makeChange(host.model, entry);
            host.n = entry.n;
          }
        };
        for (const action of steps) {
          const host = hosts[action.host];
          if ("follow" in action) follow(host, action.follow);
          else if ("save" in action) {
            if (action.save) {
              host.file = host.model.model();
              host.fileN = host.n;
            } else {
              // Killed, and started from its file.
              host.model = new IncrementalModel(host.file);
              host.n = host.fileN;
            }
          } else {
            const { kind, text, label, again } = action;
            const change = { ...changeOf(kind, text, label), sequence: ++host.sequence };
            const before = learner.labelOf(text);
            const { outcome } = stream.send(String(action.host), change);
            const fate =
              kind === "learn"
                ? learner.learn(label, text)
                : kind === "relabel"
                  ? learner.relabel(label, text)
                  : learner.unlearn(text);
            expect({ before, outcome }).toEqual({ before, outcome: fate });
            for (let n = 0; n < again; n++)
              expect(stream.send(String(action.host), change).outcome).toBe("sent before");
          }
        }
        const expected = Buffer.from(modelToBytes(learner.model()));
        for (const host of hosts) {
          follow(host, Number.POSITIVE_INFINITY);
          expect(bytesOfModel(host.model).equals(expected)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("may be made again together with those after it", () => {
    const texts = TEXTS.slice(0, 2);
    const changes = [
      changeOf("learn", texts[0], "ham"),
      changeOf("relabel", texts[0], "spam"),
      changeOf("learn", texts[1], "ham"),
      changeOf("forget", texts[0], ""),
    ];
    const once = new IncrementalModel(newModel({ preset: "mail" }));
    const twice = new IncrementalModel(newModel({ preset: "mail" }));
    for (const change of changes) makeChange(once, change);
    for (const change of [...changes, ...changes]) makeChange(twice, change);
    expect(bytesOfModel(twice).equals(bytesOfModel(once))).toBe(true);
  });

  it("is refused whole if it is altered, cut short or too large", () => {
    const change = changeOf("learn", TEXTS[0], "ham");
    const model = new IncrementalModel(newModel({ preset: "mail" }));
    const forged = [
      { ...change, digest: change.digest.subarray(1) },
      { ...change, label: "" },
      { ...change, label: "x".repeat(2000) },
      { ...change, kind: "unlearn" as const },
      { ...change, counted: change.counted.subarray(0, -1) },
      { ...change, counted: Buffer.concat([change.counted, change.counted.subarray(4)]) },
      // One term, two thousand million times.
      { ...change, counted: Buffer.from([0, 0, 0, 0, 1, 0x61, 0xff, 0xff, 0xff, 0xff, 0x07]) },
      { ...change, counted: Buffer.from([0, 0, 0, 0, 1, 0x61, 0]) },
      { ...change, counted: Buffer.from([0, 0, 0, 0, 0, 1]) },
      { ...change, counted: Buffer.from([0, 0, 0]) },
    ];
    for (const bad of forged)
      expect(() => makeChange(model, bad)).toThrow(/not a change|terms of a shared document are damaged/);
    expect(model.size).toBe(0);
  });

  it("reads any bytes as terms or refuses them", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        let read: ReturnType<typeof countedDocument>;
        try {
          read = countedDocument(bytes);
        } catch (error) {
          expect((error as Error).message).toContain("are damaged");
          return;
        }
        const written = countedBytes(read, read.document);
        expect(countedBytes(countedDocument(written), countedDocument(written).document)).toEqual(written);
      }),
    );
  });
});
