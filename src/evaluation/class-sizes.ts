/**
 * How many documents each class has.
 *
 * @param y one class index a document
 * @param classes how many classes there are; default: up to the highest that occurs
 */
export function classSizes(y: ArrayLike<number>, classes?: number): Uint32Array {
  let all = classes ?? 0;
  if (classes === undefined) for (let i = 0; i < y.length; i++) all = Math.max(all, y[i] + 1);
  const sizes = new Uint32Array(all);
  for (let i = 0; i < y.length; i++) sizes[y[i]]++;
  return sizes;
}
