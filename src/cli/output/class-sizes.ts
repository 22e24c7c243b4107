import { grouped } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { TextModel } from "../../model/text-model.js";

/** A class, and how many documents it has. */
export interface ClassSize {
  readonly label: string;
  readonly documents: number;
}

/** Returns the size of each class. @param sizes default: as the model counts */
export function classSizes({ labels, counts }: TextModel, sizes: ArrayLike<number> = counts.documents): ClassSize[] {
  return labels.map((label, c) => ({ label, documents: sizes[c] }));
}

/** Returns text such as ` (ham 8, spam 4)`, to follow a number of documents; empty if there are no classes. */
export function sizesText(classes: readonly ClassSize[]): string {
  const sizes = classes.map(({ label, documents }) => `${safeText(label)} ${grouped(documents)}`);
  return sizes.length === 0 ? "" : ` (${sizes.join(", ")})`;
}
