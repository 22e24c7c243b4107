import { DataError } from "../../../base/errors.js";
import { grown } from "../../../base/lists.js";
import { MAX_DOCUMENT_BYTES } from "../../../documents/document.js";
import { isServersField, MAX_REMOVED } from "../../filter/spam-fields.js";
import { nameOf } from "./desk.js";
import { type MilterPacket, numbersIn, packetOf, shown, stringsIn } from "./milter-packets.js";

/** A message that has come in. */
export interface MilterMessage {
  /** The message as the mail server has it. Its lines end with CRLF. */
  readonly message: Uint8Array;
  /** The users that it is for: the first two of several, and none if nobody asked. */
  readonly recipients: readonly string[];
  /** The names of the fields to remove, in small letters: at most `MAX_REMOVED` + 1. */
  readonly removed: readonly string[];
  /** The space before the value of a new field, if values have one. */
  readonly lead: string;
  /** Whether the mail server has a quarantine. */
  readonly hasQuarantine: boolean;
}

/** The version of the protocol. A mail server with an earlier one offers less. */
const VERSION = 6;
/** The changes that a filter may make: SMFIF_ADDHDRS with SMFIF_CHGHDRS, and SMFIF_QUARANTINE. */
const CHANGE_HEADER = 0x11;
const QUARANTINE = 0x20;
/** SMFIP_HDR_LEADSPC: values keep their first space. */
const LEADING_SPACE = 0x10_0000;

/** The part of a message that ends it. Before it come the envelope, 0, and the header, 1. */
const BODY = 2;
/**
 * The commands that have an answer, and the part of a message that they belong to. A mail server may let a filter turn
 * off the command (SMFIP_NO…), or its answer (SMFIP_NR_…). The answer to a piece of a body could end a body that is too
 * long, but it costs a tenth of the processor time of each message.
 */
const STEPS: Readonly<Record<string, { readonly part: number; readonly off?: number; readonly quiet: number }>> = {
  // SMFIC_CONNECT, SMFIC_HELO, SMFIC_MAIL, SMFIC_RCPT, SMFIC_DATA, SMFIC_UNKNOWN
  C: { part: 0, off: 0x01, quiet: 0x1000 },
  H: { part: 0, off: 0x02, quiet: 0x2000 },
  M: { part: 0, off: 0x04, quiet: 0x4000 },
  R: { part: 0, off: 0x08, quiet: 0x8000 },
  T: { part: 0, off: 0x200, quiet: 0x1_0000 },
  U: { part: 0, off: 0x100, quiet: 0x2_0000 },
  // SMFIC_HEADER, SMFIC_EOH, SMFIC_BODY
  L: { part: 1, quiet: 0x80 },
  N: { part: BODY, off: 0x40, quiet: 0x4_0000 },
  B: { part: BODY, quiet: 0x8_0000 },
};

/** One byte more than is classified, to tell a message that was cut. */
const MAX_KEPT_BYTES = MAX_DOCUMENT_BYTES + 1;
/** The longest name of a field to remove. */
const MAX_NAME = 100;
/** The number of strings that are read of the macros of a recipient. */
const MAX_STRINGS = 64;
/** The macros that are kept, and the longest value. */
const MACROS: readonly string[] = ["{rcpt_addr}", "{rcpt_mailer}"];
const MAX_ADDRESS = 1000;
const LINE_END = "\r\n";
/** The answer to a packet that has none. */
export const NOTHING = new Uint8Array(0);

/** A mail server on one connection: puts its messages together, one after the other. */
export class MilterSession {
  readonly #hasUsers: boolean;
  /** The steps that were agreed on, as bits of SMFIP; undefined before. */
  #protocol: number | undefined;
  /** The changes that it may make, as bits of SMFIF; before the negotiation, those that it wants to make. */
  #allowed: number;
  /** The latest part of a message that has come. */
  #part = 0;
  /** The first bytes hold the message so far. */
  #bytes = NOTHING;
  #size = 0;
  /** The macros of the next recipient. */
  #macros: ReadonlyMap<string, string> = new Map();
  readonly #recipients = new Set<string>();
  #removed: string[] = [];

  /**
   * @param hasUsers whether users have models. Otherwise no recipients are asked for
   * @param mayHold whether messages may be put into quarantine
   */
  constructor(hasUsers: boolean, mayHold: boolean) {
    this.#hasUsers = hasUsers;
    this.#allowed = CHANGE_HEADER | (mayHold ? QUARANTINE : 0);
  }

  /** The number of bytes that the message so far takes. */
  get kept(): number {
    return this.#bytes.length;
  }

  /**
   * Takes a packet of the mail server.
   *
   * @returns the bytes to answer, often none; or a message that is complete and waits for its answer. It is forgotten
   *   with `release`
   * @throws DataError if it is no packet for a filter
   */
  take(packet: MilterPacket): Uint8Array | MilterMessage {
    const { command, content } = packet;
    if (command === "O") return this.#negotiate(packet);
    if (this.#protocol === undefined) throw new DataError(`a mail server must begin with "O", not ${shown(command)}`);
    // SMFIC_ABORT, SMFIC_QUIT, SMFIC_QUIT_NC: another message, or another sender, may follow.
    if ("AQK".includes(command)) {
      this.release();
      return NOTHING;
    }
    // SMFIC_MACRO
    if (command === "D") {
      if (this.#hasUsers && content[0] === "R".charCodeAt(0)) this.#setMacros(packet);
      return NOTHING;
    }
    // SMFIC_BODYEOB
    const step = STEPS[command === "E" ? "B" : command];
    if (step === undefined) throw new DataError(`no mail server sends ${shown(command)}`);
    const { part, quiet } = step;
    if (part < this.#part) throw new DataError(`${shown(command)} comes too late in a message`);
    if (part === BODY && this.#part < BODY) this.#append(Buffer.from(LINE_END));
    this.#part = part;
    if (command === "R") this.#addRecipient(packet);
    else if (command === "L") this.#addField(packet);
    else if (part === BODY) this.#append(content);
    if (command === "E") return this.#message();
    return this.#has(quiet) ? NOTHING : packetOf("c");
  }

  /** Forgets the message so far. */
  release(): void {
    this.#bytes = NOTHING;
    this.#size = 0;
    this.#part = 0;
    this.#macros = new Map();
    this.#recipients.clear();
    this.#removed = [];
  }

  /** Asks only for the packets that are needed, and promises only the replies that matter. */
  #negotiate(packet: MilterPacket): Uint8Array {
    this.release();
    const [version, actions, offered] = numbersIn(packet, 3);
    if ((actions & CHANGE_HEADER) !== CHANGE_HEADER) {
      throw new DataError("this mail server does not let filters change the header");
    }
    let wanted = LEADING_SPACE;
    for (const [command, { off = 0, quiet }] of Object.entries(STEPS)) {
      wanted |= quiet | (command === "R" && this.#hasUsers ? 0 : off);
    }
    this.#protocol = offered & wanted;
    this.#allowed &= actions;
    return packetOf("O", [Math.min(version, VERSION), this.#allowed, this.#protocol]);
  }

  #has(bit: number): boolean {
    return ((this.#protocol ?? 0) & bit) !== 0;
  }

  #setMacros({ command, content }: MilterPacket): void {
    const strings = stringsIn({ command, content: content.subarray(1) }, MAX_STRINGS).map(String);
    const entries = strings.flatMap((name, i): [string, string][] =>
      i % 2 === 0 ? [[name, strings[i + 1] ?? ""]] : [],
    );
    this.#macros = new Map(entries.filter(([name, value]) => MACROS.includes(name) && value.length <= MAX_ADDRESS));
  }

  #addRecipient(packet: MilterPacket): void {
    const macros = this.#macros;
    this.#macros = new Map();
    // With a second user, further ones do not matter.
    if (this.#recipients.size > 1) return;
    const [address = ""] = stringsIn(packet, 1).map(String);
    const isLocal = macros.get("{rcpt_mailer}") === "local";
    this.#recipients.add(userOf(nameOf(macros.get("{rcpt_addr}") ?? address), isLocal));
  }

  #addField(packet: MilterPacket): void {
    const [name, value] = stringsIn(packet, 2).map((bytes) => bytes.toString("latin1"));
    if (value === undefined) throw new DataError("a field of the header has no value");
    const known = name.length <= MAX_NAME ? name.toLowerCase() : "";
    if (isServersField(known) && this.#removed.length <= MAX_REMOVED) this.#removed.push(known);
    // The mail server has cut one space off the value, unless it was asked not to.
    const colon = this.#has(LEADING_SPACE) ? ":" : ": ";
    const lines = value.replace(/\r?\n/g, LINE_END);
    this.#append(Buffer.from(`${name}${colon}${lines}${LINE_END}`, "latin1"));
  }

  #message(): MilterMessage {
    return {
      message: this.#bytes.subarray(0, this.#size),
      recipients: [...this.#recipients],
      removed: this.#removed,
      lead: this.#has(LEADING_SPACE) ? " " : "",
      hasQuarantine: (this.#allowed & QUARANTINE) !== 0,
    };
  }

  /** Adds bytes to the message, up to the largest size. */
  #append(bytes: Uint8Array): void {
    const more = bytes.subarray(0, MAX_KEPT_BYTES - this.#size);
    const needed = this.#size + more.length;
    if (needed > this.#bytes.length) {
      this.#bytes = grown(this.#bytes, Math.max(needed, Math.min(MAX_KEPT_BYTES, 2 * this.#bytes.length)));
    }
    this.#bytes.set(more, this.#size);
    this.#size = needed;
  }
}

/**
 * Returns the user who gets a message: if the mail server delivers it to a user of this machine, the name before `@` and
 * `+`; otherwise the address.
 */
function userOf(address: string, isLocal: boolean): string {
  return (isLocal ? address.replace(/(?:\+.*)?(?:@[^@]*)?$/s, "") : address).slice(0, MAX_ADDRESS);
}
