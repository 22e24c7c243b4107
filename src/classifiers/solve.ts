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
