import type { Random } from "../../src/base/random.js";
import { cutShort, flipped, pick, skewed } from "./bytes.js";

/** Replacements for numbers, strings, lists and objects. */
const VALUES: readonly unknown[] = [
  ...[
    0,
    1,
    2,
    -1,
    0.5,
    8,
    255,
    65_536,
    2 ** 31,
    2 ** 32,
    2 ** 32 + 8,
    2 ** 40,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53),
    1e308,
  ],
  ...[null, true, false, "", "0", "-1", "1e9", "NaN", "__proto__", "constructor", "toString", "a\nb\u001b[2J\u202e"],
  ...[
    "U8",
    "F64",
    "F16",
    "I64",
    "BOOL",
    "mail",
    "best",
    "multinomial",
    "nearest-neighbours",
    "isotonic",
    "x".repeat(3000),
  ],
  ...[[], {}, [[]], [0, 2 ** 31], [8, 0], [-8, 8], [0, 1e308], [1, 1000], ["a", "a"], [null], Array(2000).fill(0)],
  ...[Array.from({ length: 5000 }, (_, i) => `class ${i}`), { length: 2 ** 32 - 1 }, { valueOf: 1, toString: 2 }],
];

/** Keys with a meaning for objects or for models. */
const KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "length",
  "",
  "classifier",
  "alpha",
  "model.x",
  "known.digests",
];

/** Changes JSON text, possibly to invalid JSON. */
export function mutatedJson(text: string, random: Random): string {
  const kind = random(12);
  if (kind === 0) return Buffer.from(flipped(Buffer.from(text), random)).toString();
  if (kind === 1) return Buffer.from(cutShort(Buffer.from(text), random)).toString();
  if (kind === 2) return "[".repeat(skewed(1, 100_000, random)) + text;
  if (kind === 3) return text.replace("{", `{"__proto__":{"polluted":1,"settings":"{}"},`);
  if (kind === 4) return text.replace("{", `{"a":${nestedText(random)},`);
  const json: unknown = JSON.parse(text);
  for (let left = skewed(1, 4, random); left > 0; left--) changeSomewhere(json, random);
  return JSON.stringify(json);
}

function nestedText(random: Random): string {
  const levels = skewed(1, 20_000, random);
  const [open, close] = pick(
    [
      ["[", "]"],
      ['{"a":', "}"],
    ],
    random,
  );
  return `${open.repeat(levels)}0${close.repeat(levels)}`;
}

/** Changes one entry at any depth. */
function changeSomewhere(json: unknown, random: Random): void {
  if (typeof json !== "object" || json === null) return;
  const parent = json as Record<string, unknown>;
  const keys = Object.keys(parent);
  const key = keys.length === 0 ? pick(KEYS, random) : pick(keys, random);
  const value = own(parent, key);
  if (typeof value === "object" && value !== null && random(4) > 0) {
    changeSomewhere(value, random);
    return;
  }
  const kind = random(8);
  if (kind === 0 && Object.hasOwn(parent, key)) Reflect.deleteProperty(parent, key);
  else if (kind === 1) define(parent, pick(KEYS, random), value);
  else if (kind === 2) define(parent, key, own(parent, pick(KEYS.concat(keys), random)));
  else if (kind === 3 && typeof value === "number") define(parent, key, value + pick([-8, -1, 1, 8], random));
  else define(parent, key, structuredClone(pick(VALUES, random)));
}

function own(parent: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(parent, key) ? parent[key] : undefined;
}

/** As in JSON: `__proto__` is an ordinary key. */
function define(parent: object, key: string, value: unknown): void {
  const place = Array.isArray(parent) && !/^\d+$/.test(key) ? parent.length : key;
  Object.defineProperty(parent, place, { value, enumerable: true, configurable: true, writable: true });
}
