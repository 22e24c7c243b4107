/**
 * Replaces each comment, `(like (this) one)`, in a structured header value by a space (RFC 5322, section 3.2.2). Leaves
 * quoted strings as they are. A parenthesis or quotation mark that is not closed is an ordinary character, and so are
 * all later ones of its kind: looking for the end of each would take quadratic time.
 */
export function withoutComments(value: string): string {
  if (!value.includes("(")) return value;
  let result = "";
  let quotesClose = true;
  let commentsClose = true;
  for (let at = 0; at < value.length; ) {
    const isQuote = value[at] === '"' && quotesClose;
    const isComment = value[at] === "(" && commentsClose;
    const end: number = isQuote ? endOfQuote(value, at) : isComment ? endOfComment(value, at) : -1;
    if (isQuote) quotesClose = end > 0;
    if (isComment) commentsClose = end > 0;
    const next = end > 0 ? end : at + 1;
    result += isComment && end > 0 ? " " : value.slice(at, next);
    at = next;
  }
  return result;
}

/** Returns where the quoted string that begins at `at` ends, or -1 if it is not closed. */
export function endOfQuote(value: string, at: number): number {
  for (let i = at + 1; i < value.length; i++) {
    if (value[i] === "\\") i++;
    else if (value[i] === '"') return i + 1;
  }
  return -1;
}

/** Returns where the comment that begins at `at` ends, with the comments in it, or -1 if it is not closed. */
function endOfComment(value: string, at: number): number {
  let depth = 0;
  for (let i = at; i < value.length; i++) {
    if (value[i] === "\\") i++;
    else if (value[i] === "(") depth++;
    else if (value[i] === ")" && --depth === 0) return i + 1;
  }
  return -1;
}
