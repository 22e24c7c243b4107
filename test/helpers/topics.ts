import { seededRandom } from "../../src/base/random.js";

/** The two topics of `topicText`. */
export const TOPICS = ["money", "sport"] as const;

/** A text of a topic (0 or 1), of words of its own and of both. The same number always gives the same text. */
export function topicText(topic: number, number: number): string {
  const random = seededRandom(number, topic);
  const own = Array.from({ length: 6 }, () => `${TOPICS[topic]}${random(25)}`);
  const common = Array.from({ length: 4 }, () => `common${random(10)}`);
  return [...own, ...common].join(" ");
}

/** Texts of both topics by number, as files of a folder. */
export function topicFiles(from: number, to: number): Record<string, string> {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  return Object.fromEntries(
    numbers.flatMap((n) => [0, 1].map((topic) => [`${TOPICS[topic]}-${n}`, topicText(topic, n)])),
  );
}

/** A corpus with a folder for each topic, and texts by number. */
export function topicFolders(from: number, to: number): Record<string, Record<string, string>> {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  return Object.fromEntries(
    TOPICS.map((label, topic) => [label, Object.fromEntries(numbers.map((n) => [String(n), topicText(topic, n)]))]),
  );
}
