/** Solves a · x = b for a positive definite a, by elimination. Both are overwritten; b becomes x. */
export function solved(a: number[][], b: number[]): number[] {
  for (let i = 0; i < b.length; i++) {
    for (let j = i + 1; j < b.length; j++) {
      const factor = a[j][i] / a[i][i];
      for (let k = i; k < b.length; k++) a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  }
  for (let i = b.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < b.length; k++) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

/**
 * Minimizes a convex loss by Newton's method. A step that raises the loss is halved.
 *
 * @param stepFrom returns the point after a share of the step from a point
 * @param limits the most steps; the share of a step at which halving stops; the least share of the loss to gain in a
 *   step
 */
export function minimized<Point, Here extends { readonly loss: number }>(
  start: Point,
  lossAt: (point: Point) => Here,
  stepFrom: (point: Point, here: Here) => (share: number) => Point,
  { steps, shortest, precise }: { readonly steps: number; readonly shortest: number; readonly precise: number },
): Point {
  let point = start;
  let here = lossAt(point);
  for (let step = 0; step < steps; step++) {
    const pointAt = stepFrom(point, here);
    let share = 1;
    let next: Point;
    let there: Here;
    do {
      next = pointAt(share);
      there = lossAt(next);
      share /= 2;
    } while (!(there.loss <= here.loss) && share > shortest);
    if (!(there.loss < here.loss)) break;
    const gained = here.loss - there.loss;
    point = next;
    here = there;
    if (gained < precise * Math.abs(here.loss)) break;
  }
  return point;
}
