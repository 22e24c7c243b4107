type NumericArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Returns a longer copy of an array, padded with zeros. @param length of the copy. Default: twice the length */
export function grown<T extends NumericArray>(array: T, length: number = 2 * array.length): T {
  const bigger = new (array.constructor as new (length: number) => T)(length);
  bigger.set(array);
  return bigger;
}
