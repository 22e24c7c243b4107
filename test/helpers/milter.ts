/** Packets of the milter protocol, written without the code that is tested. */

/** Returns a packet. @param content Latin-1 */
export function packet(command: string, content: string | Uint8Array = ""): Buffer {
  const rest = Buffer.concat([
    Buffer.from(command),
    typeof content === "string" ? Buffer.from(content, "latin1") : content,
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(rest.length);
  return Buffer.concat([length, rest]);
}

/** What Postfix and Sendmail offer: version 6, all actions, and all of SMFIP. */
export const HELLO = packet("O", "\0\0\0\x06\0\0\x01\xff\0\x1f\xff\xff");

/** Returns the packets of a message. @param fields each as `name: value`, with `\n` in a value that is folded */
export function messagePackets(fields: readonly string[], body: readonly string[] = []): Buffer[] {
  const header = fields.map((field) => packet("L", `${field.replace(":", "\0")}\0`));
  return [...header, ...body.map((piece) => packet("B", piece)), packet("E")];
}

/** The number of numbers that a packet of this command begins with. */
const NUMBERS: Readonly<Record<string, number>> = { O: 3, i: 1, m: 1 };

/** Returns the packets in some bytes, such as `m#1 x-spam=`: the command, its numbers in hexadecimal, and strings. */
export function packetsIn(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const [command, end] = [String.fromCharCode(bytes[4]), 4 + bytes.readUInt32BE()];
  const count = NUMBERS[command] ?? 0;
  const numbers = Array.from({ length: count }, (_, i) => `#${bytes.readUInt32BE(5 + 4 * i).toString(16)} `);
  const strings = bytes
    .toString("latin1", 5 + 4 * count, end)
    .replace(/\0$/, "")
    .replaceAll("\0", "=");
  return [command + numbers.join("") + strings, ...packetsIn(bytes.subarray(end))];
}
