/**
 * Replaces each comment, `(like (this) one)`, in a structured header value by a space (RFC 5322, section 3.2.2). Leaves
 * quoted strings as they are. An unclosed parenthesis or quotation mark is an ordinary character.
 */
export function withoutComments(value: string): string {
  if (!value.includes("(")) return value;
  let result = "";
  let at = 0;
  let quotesClose = true;
  let commentsClose = true;
  while (at < value.length) {
    let end = -1;
    if (value[at] === '"' && quotesClose) {
      end = endOfQuote(value, at);
      quotesClose = end > 0;
      if (end > 0) result += value.slice(at, end);
    } else if (value[at] === "(" && commentsClose) {
      end = endOfComment(value, at);
      commentsClose = end > 0;
      if (end > 0) result += " ";
    }
    if (end < 0) result += value[at++];
    else at = end;
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

function endOfComment(value: string, at: number): number {
  let depth = 0;
  for (let i = at; i < value.length; i++) {
    if (value[i] === "\\") i++;
    else if (value[i] === "(") depth++;
    else if (value[i] === ")" && --depth === 0) return i + 1;
  }
  return -1;
}
