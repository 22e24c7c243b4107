/** The arithmetic mean, each value with a weight if there are weights. NaN of nothing. */
export function mean(values: ArrayLike<number>, weights?: ArrayLike<number>): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const weight = weights?.[i] ?? 1;
    sum += weight * values[i];
    total += weight;
  }
  return sum / total;
}

/** The variance of a sample: squared distances from the mean over n - 1. NaN of fewer than two values. */
export function sampleVariance(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - centre) ** 2;
  return sum / (values.length - 1);
}
