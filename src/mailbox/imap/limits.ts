/**
 * Limits on what a server may send. Real servers stay far below; a hostile one is cut off there, so that it takes neither
 * memory nor time without end.
 */
export const LIMITS = {
  /** Maximum bytes of a line. A SEARCH answer has about 8 bytes for each message. */
  maxLineLength: 1 << 24,
  /** Maximum bytes of a literal, such as a message. */
  maxLiteralSize: 1 << 26,
  /** Maximum bytes of a response, with all its literals. */
  maxResponseSize: (1 << 26) + (1 << 24),
  /** Maximum parts of a response. Those of a FETCH response are a few dozen. */
  maxResponseTokens: 200_000,
} as const;

/** Milliseconds without a byte, after which a server that owes an answer counts as silent. */
export const PATIENCE = 60_000;
