import type { Random } from "../../src/base/random.js";
import type { NumberArray } from "../../src/classifiers/stored-arrays.js";
import { encodeSafetensors } from "../../src/model/file/encode-safetensors.js";
import { decodeSafetensors } from "../../src/model/file/safetensors.js";
import { cutShort, flipped, pick, skewed, spliced, withBlockAgain, withoutBlock } from "./bytes.js";
import { headerText, sealed, withHeaderText } from "./model-layout.js";
import { mutatedJson } from "./mutated-json.js";

type Mutation = (file: Uint8Array, random: Random, seeds: readonly Uint8Array[]) => Uint8Array;

/**
 * Mutates a random model as disks, transfers and forgers do; some have correct checksums. Equal random
 * numbers give equal bytes.
 */
export function mutatedModel(seeds: readonly Uint8Array[], random: Random): Uint8Array {
  const file = pick(seeds, random);
  if (isJson(file)) {
    if (random(2) === 0) return Buffer.from(mutatedJson(Buffer.from(file).toString(), random));
    return pick(ON_BYTES, random)(file, random, seeds);
  }
  const changed = pick(MUTATIONS, random)(file, random, seeds);
  return random(4) === 0 ? changed : sealed(changed);
}

const extended: Mutation = (file, random) => {
  const more = Uint8Array.from({ length: skewed(1, 4096, random) }, () => random(256));
  return Buffer.concat(random(8) === 0 ? [more, file] : [file, more]);
};

const randomBlock: Mutation = (file, random) => {
  const from = random(file.length);
  const length = Math.min(file.length - from, skewed(1, 256, random));
  const value = random(2) === 0 ? undefined : pick([0x00, 0xff, 0x7f, 0x80], random);
  return spliced(
    file,
    from,
    from + length,
    Uint8Array.from({ length }, () => value ?? random(256)),
  );
};

/** Joins the beginning of one model and the end of another. */
const joined: Mutation = (file, random, seeds) =>
  spliced(file, random(file.length), file.length, pick(seeds, random).subarray(random(file.length)));

/** Changes the length of the header. */
const otherHeaderLength: Mutation = (file, random) => {
  const changed = Uint8Array.from(file);
  const length = pick(
    [0n, 1n, 2n, 7n, 8n, BigInt(random(5000)), 100_000_000n, 2n ** 31n, 2n ** 53n, 2n ** 64n - 1n],
    random,
  );
  new DataView(changed.buffer).setBigUint64(0, length, true);
  return changed;
};

/** Changes the header. */
const otherHeader: Mutation = (file, random) => withHeaderText(file, mutatedJson(headerText(file), random));

/** Changes one of the JSON strings in the header. */
const otherString: Mutation = (file, random) => {
  const header = JSON.parse(headerText(file)) as { __metadata__: Record<string, string> };
  const name = random(3) === 0 ? "labels" : "settings";
  header.__metadata__[name] = mutatedJson(header.__metadata__[name], random);
  return withHeaderText(file, JSON.stringify(header));
};

/** Changes the numbers, length or type of an array. */
const otherArray: Mutation = (file, random) => {
  const { arrays, metadata } = decodeSafetensors(file);
  const name = pick(Object.keys(arrays), random);
  const changed = pick(ARRAY_CHANGES, random)(arrays[name], random);
  return encodeSafetensors({ arrays: { ...arrays, [name]: changed }, metadata });
};

const VALUES = [
  0,
  1,
  2,
  3,
  -1,
  0.5,
  255,
  65_535,
  2 ** 31,
  2 ** 32 - 1,
  1e308,
  -1e308,
  5e-324,
  Number.NaN,
  Infinity,
  -Infinity,
];

const ARRAY_CHANGES: readonly ((array: NumberArray, random: Random) => NumberArray)[] = [
  (array, random) => {
    const changed = array.slice();
    for (let left = skewed(1, 4, random); left > 0 && changed.length > 0; left--)
      changed[random(changed.length)] = pick(VALUES, random);
    return changed;
  },
  (array, random) => array.slice().fill(pick(VALUES, random)),
  (array, random) => array.slice(0, random(array.length + 1)),
  (array) => array.slice().reverse(),
  (array, random) => {
    const type = pick([Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array], random);
    return new type(array);
  },
  (array, random) => {
    const longer = new (array.constructor as Float64ArrayConstructor)(array.length + skewed(1, 20, random));
    longer.set(array);
    return longer;
  },
];

/** Models of tables are JSON; others begin with an eight-byte length. */
function isJson(file: Uint8Array): boolean {
  return file[0] === 0x7b;
}

/** Mutations of any file. */
const ON_BYTES: readonly Mutation[] = [flipped, cutShort, withoutBlock, withBlockAgain, extended, randomBlock, joined];

const MUTATIONS: readonly Mutation[] = [
  ...ON_BYTES,
  otherHeaderLength,
  ...[otherHeader, otherHeader, otherHeader, otherString, otherString, otherString, otherArray, otherArray, otherArray],
];
