import { isRecord } from "../base/checks.js";
import { isLabel } from "./label-cells.js";

/** The members of a JSON object. */
type Members = Readonly<Record<string, unknown>>;

/**
 * Adds the text and the classes if an annotation program put them elsewhere: Label Studio in `data` and `annotations`,
 * Prodigy in `accept`. Other objects stay as they are.
 *
 * @returns the reason if somebody has rejected or ignored the text in Prodigy
 */
export function withAnnotations(value: Members): Members | string {
  const { data, accept, answer } = value;
  if (isRecord(data)) return { ...value, ...data, ...answersIn(value) };
  if (answer === "reject" || answer === "ignore") return `the answer is ${answer}`;
  return Array.isArray(accept) && !Object.hasOwn(value, "label") ? { ...value, label: accept } : value;
}

/** Returns the names of the questions about a Label Studio task that have an answer: `from_name` of its choices. */
export function questionsIn(task: Members): string[] {
  return [...new Set(annotationsOf(task).flatMap((given) => given.map(([question]) => question)))];
}

/**
 * Returns the answers about a Label Studio task: a list of choices for each question. If there is one question, its
 * answer is also the member `label`. Answers that differ become a list of lists, which is not a class.
 */
function answersIn(task: Members): Members {
  const all = annotationsOf(task);
  const answers = questionsIn(task).map((question) => {
    const given = all.flatMap((one) => one.filter(([name]) => name === question).map(([, choices]) => choices));
    const isSame = new Set(given.map((choices) => JSON.stringify([...choices].sort()))).size === 1;
    return [question, isSame ? given[0] : given] as const;
  });
  return { ...(answers.length === 1 && { label: answers[0][1] }), ...Object.fromEntries(answers) };
}

/** Returns the choices in each annotation of a Label Studio task that is not cancelled, by their questions. */
function annotationsOf({ annotations }: Members): (readonly [question: string, choices: readonly unknown[]])[][] {
  const valid = [annotations].flat().filter((annotation) => isRecord(annotation) && annotation.was_cancelled !== true);
  return valid.map((annotation) =>
    [(annotation as Members).result].flat().flatMap((result) => {
      const { from_name: question, value } = Object(result) as Members;
      const choices = isRecord(value) ? value.choices : undefined;
      return Array.isArray(choices) && choices.length > 0 ? [[String(question), choices] as const] : [];
    }),
  );
}

/** Why a value that is not a class is none: annotators disagree about it; undefined if that is not the reason. */
export function disagreement(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length < 2 || !value.every((choices) => Array.isArray(choices))) return undefined;
  const answers = value.map((choices) => choices.filter(isLabel).join(" and "));
  return `the annotators disagree: ${[...new Set(answers)].join(", ")}`;
}
