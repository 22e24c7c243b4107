/** Whether a character is an ASCII letter or digit or, roughly, a letter of another script. */
export function isWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code >= 0xc0;
}

/** Whether an ASCII letter or digit outside of tags is written as a number. Reads each character once. */
export function hasEncodedLetter(html: string): boolean {
  if (!html.includes("&#")) return false;
  for (const [, hexadecimal, decimal] of html.matchAll(/<[a-z!/][^<>]*|&#(?:x([0-9a-f]{1,6})|(\d{1,7}))/gi)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (code < 0x80 && isWordCharacter(code)) return true;
  }
  return false;
}
