/** The loops of `score-kernel.wat`, in the form that machines read, in base64. A test compiles them anew. */
export const SCORE_KERNEL =
  "AGFzbQEAAAABFwJgBn9/f39/fwF/YAl/f39/f39/f38AAhIBA2VudgZtZW1vcnkCAQGAgAQDAwIAAQcRAgVwbGFjZQAABXNjb3JlAAEKpAQCUQEBfwJA" +
  "A0AgACABTw0BIAIgACgCAEECdGohBiAGKAIARQRAIAYgBDYCACAEIAVqIQQgAyAAKAIANgIAIANBBGohAwsgAEEEaiEADAALCyADC88DAgV/BXsCQANA" +
  "IAAgAU8NASAAKAIAIQkgBSELAkADQCACIAlPDQEgAysDAEQAAAAAAAAAAGIEQCALIAQgAigCAEECdGooAgA2AgAgCyADKwMAOQMIIAtBEGohCwsgAkEE" +
  "aiECIANBCGohAwwACwsgCCAGIAf8CgAAQQAhDAJAA0AgDEHAAGogB0sNASAIIAxqIQ0gDf0ABAAhDiAN/QAEECEPIA39AAQgIRAgDf0ABDAhESAFIQoC" +
  "QANAIAogC08NASAKKAIAIAxqIQ0gCv0KAwghEiAOIBIgDf0ABAD98gH98AEhDiAPIBIgDf0ABBD98gH98AEhDyAQIBIgDf0ABCD98gH98AEhECARIBIg" +
  "Df0ABDD98gH98AEhESAKQRBqIQoMAAsLIAggDGohDSANIA79CwQAIA0gD/0LBBAgDSAQ/QsEICANIBH9CwQwIAxBwABqIQwMAAsLAkADQCAMIAdPDQEg" +
  "CCAMaiENIA39AAQAIQ4gBSEKAkADQCAKIAtPDQEgDiAK/QoDCCAKKAIAIAxq/QAEAP3yAf3wASEOIApBEGohCgwACwsgDSAO/QsEACAMQRBqIQwMAAsL" +
  "IAggB2ohCCAAQQRqIQAMAAsLCw==";

/** The functions of `score-kernel.wat`. */
export interface ScoreKernel {
  place(id: number, end: number, places: number, fresh: number, next: number, size: number): number;
  score(
    row: number,
    lastRow: number,
    id: number,
    value: number,
    places: number,
    entry: number,
    bias: number,
    size: number,
    scores: number,
  ): void;
}
