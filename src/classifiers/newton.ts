/** When to stop minimizing. */
export interface NewtonLimits {
  /** The most steps. */
  readonly maxSteps: number;
  /** A step is no longer halved when only this share of it would be left. */
  readonly minShare: number;
  /** Stops after a step that lowers the loss by less than this share of it. */
  readonly tolerance: number;
}

/**
 * Minimizes a convex loss by Newton's method. Halves a step that raises the loss.
 *
 * @param lossAt returns the loss at a point, with the derivatives that `stepFrom` needs
 * @param stepFrom computes the step from a point. Returns a function that gives the point after a share of it
 */
export function minimizeByNewton<Point, Local extends { readonly loss: number }>(
  start: Point,
  lossAt: (point: Point) => Local,
  stepFrom: (point: Point, local: Local) => (share: number) => Point,
  { maxSteps, minShare, tolerance }: NewtonLimits,
): Point {
  let point = start;
  let local = lossAt(point);
  for (let step = 0; step < maxSteps; step++) {
    const pointAfter = stepFrom(point, local);
    let next = pointAfter(1);
    let after = lossAt(next);
    // A loss that is not a number counts as higher.
    for (let share = 0.5; share > minShare && !(after.loss <= local.loss); share /= 2) {
      next = pointAfter(share);
      after = lossAt(next);
    }
    if (!(after.loss < local.loss)) break;
    const gain = local.loss - after.loss;
    point = next;
    local = after;
    if (gain < tolerance * Math.abs(local.loss)) break;
  }
  return point;
}

/**
 * Returns the step of `minimizeByNewton` for parameters with lower bounds. It moves those that are above their bounds or
 * would rise, and stops at the bounds.
 *
 * @param at the parameters
 * @param curvature returns the second derivative in two of them. Positive definite
 * @param bounds the least value of each
 */
export function boundedStep(
  at: Float64Array,
  gradient: ArrayLike<number>,
  curvature: (p: number, q: number) => number,
  bounds: ArrayLike<number>,
) {
  const free = [...at.keys()].filter((p) => at[p] > bounds[p] || gradient[p] < 0);
  const slopes = free.map((p) => gradient[p]);
  const curvatures = free.map((p) => free.map((q) => curvature(p, q)));
  const down = solveInPlace(curvatures, slopes);
  return (share: number) => {
    const next = at.slice();
    for (const [i, p] of free.entries()) next[p] = Math.max(bounds[p], at[p] - share * down[i]);
    return next;
  };
}

/**
 * Solves A · x = b by Gaussian elimination, for a positive definite A, which needs no pivoting. Overwrites A and b.
 *
 * @param a the rows of A
 * @returns b, which now holds x
 */
export function solveInPlace(a: number[][], b: number[]): number[] {
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
