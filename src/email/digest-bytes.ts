/** How many bytes of a SHA-256 a document is known by: nobody finds two that share half of it, by chance or on purpose (2^64 tries). */
export const DIGEST_BYTES = 16;
