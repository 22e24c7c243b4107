import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { analyzerFor } from "../../src/features/analyzer.js";
import { MAIL_FIELDS } from "../../src/mail/fields/fields.js";
import { settingsFrom } from "../../src/model/settings.js";

const BROKEN = fileURLToPath(new URL("../../corpora/broken", import.meta.url));

/**
 * The terms that a person would find in each message, a line each: the words of its subject, those of its texts, and
 * what else is noted of it, separated by semicolons.
 */
const ANSWERS = `
bare-carriage-returns | written on a very old machine | one line then another and no line feed anywhere |
base64-cut-short | cut short | the boat leaves at seven and if you are not there i shall wait un | type text/html; charset utf-8; encoding base64; bad-encoding
base64-starts-with-equals | padding first | the padding stands in front the cake is in the oven | charset utf-8; encoding base64; bad-encoding
base64-then-footer | with a footer | grüße vom sägewerk die bretter sind fertig _______________________________________________ a list wrote this footer in plain text after it | charset utf-8; encoding base64; bad-encoding; long words 1
bidirectional-file-name | the list you wanted | see the file it ends in exe whatever it looks like | attachment:application/octet-stream; attachment:size 2; attachment:list\u202etxt.exe; attachment:.exe; type application/octet-stream; encoding base64; parts 2
binary-as-html | a picture allegedly text | png ihdr ÿþ | type text/html; encoding 8bit; html script; html unclosed; nul
boundary-empty | the minutes again | the boundary is declared and has nothing in it otto came late | no-boundary
boundary-ends-in-dashes | dashes | first part the boundary ends as a closing one does second part | parts 2
boundary-missing | the minutes | the boundary is used but nowhere declared present all but otto | no-boundary
boundary-reused | box in a box | both boxes have the same name as in our cellar is this inside or outside | parts 2
boundary-unclosed | cut off in the tunnel | the train went into the tunnel and the train went into the tunnel an | type text/html; unclosed; parts 2
charset-path | in a charset that is a path | the charset would like to be a file it is not | charset ../../etc/charsets/utf-8; unknown-charset
charset-proto | in a charset that is a property | the name of the charset is one that every object has constructor tostring | charset __proto__; unknown-charset
date-of-no-calendar | when | i mean it this time |
disguised-words | free money | click now for free money free money free money | disguised:money; disguised:click; disguised:now; disguised:for; disguised:free; charset utf-8; encoding 8bit; disguise bidirectional; disguise zero-width; disguise soft-hyphen; disguise homoglyph; disguise styled; disguise spaced
duplicate-headers | first subject second subject | two of everything which do you believe | type text/html; encoding base64; bad-encoding; duplicate-field
empty-parts | boxes without anything |  | parts 10
empty |  |  |
encoded-word-unclosed | utf 8 q half_an_ e2 82 | the subject stops in the middle of a euro |
end-before-start | backwards | the end came first and then the story went on | end-before-start
escape-codes-in-subject | 2j 31mred 0m 0 owned and gone | whoever prints this subject as it is has a red terminal with a new name |
file-name-traversal | a file that wants to travel | the name has a gap and climbs the stairs the text is harmless | attachment:text/plain; attachment:size 6; attachment:passwd
folded-nowhere | a subject | that was folded with an empty line date mon 3 mar 2025 09 15 00 0100 message id fn example org subject too late is this the body or was the line above it |
from-line-first | cut from a mailbox | from here on it is quiet from there it was loud from the attic nothing |
headers-only | all in the subject back at six |  |
html-nested-tags | very deep | bottom of the well | type text/html; html stray-end; html unclosed
html-unclosed-comment | half hidden | you can read this | type text/html; charset utf-8; html unclosed-comment
invalid-quoted-printable | sums | our kitchen 2 2 x y a b and zz sleeping only this is meant | charset utf-8; encoding quoted-printable; bad-encoding
iso-2022-jp-unterminated | 今日 日の | 今日 日は は雨 雨で です 傘を を忘 忘れ れな ない いで | charset iso-2022-jp; encoding 7bit; long words 1
long-header | a long walk | we are there |
message-in-message-without-end | fwd fwd fwd | fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd fwd the first one do pass it on | type message/rfc822; parts 10
mixed-line-ends | three programs touched this | unix wrote this windows wrote this and the oldest of them this together they made soup |
nested-comments-in-address | who is this from | the address has a comment in a comment and one that never ends |
newlines-only |  |  | no-header
no-headers |  | the gate was open when i came and the goat was not there i have left the bucket if you see her she answers to commander | no-header
no-separator | no empty line | this line has no colon and is where the body begins since the program that wrote it forgot the empty line the eggs are on the wall | no-separator
not-base64-at-all | claims to be encoded | this was never encoded it says so above but it is plain to see | encoding base64; bad-encoding
nul-in-body | a tape from the attic | the old machine wrote zeros between words and ihavekept them | nul
nul-in-header | seeds and bulbs | the tulips came somebody packed zeros with them | nul
split-encoded-words | grüße vom deich | the subject has one letter in two halves each in an envelope |
truncated-quoted-printable | cut at an escape | die brücke ist gesperrt wir fahren über die fähre und kommen sp e | charset iso-8859-1; encoding quoted-printable; bad-encoding
unknown-charset | in a charset nobody has | café at the corner tête à tête at five | charset x-moon-1; encoding 8bit; unknown-charset
utf-16-without-mark | two bytes each | each letter has a companion that says nothing | charset utf-16le; encoding base64
utf-7 | over an old gateway | grüße aus köln das café hat ab 10 2 uhr auf | charset utf-7; encoding 7bit
wrong-transfer-encoding | an encoding of its own | no program knows this encoding but everybody can read the text | charset utf-8; encoding x-uuencode-9bit; unknown-encoding
`
  .trim()
  .split("\n")
  .map((line) => {
    const [name, subject, texts, others] = line.split("|").map((cell) => cell.trim());
    return [name, [subject, texts, others === "" ? [] : others.split("; ")]] as const;
  });

/** Fields that every message has, or that have nothing to do with its fault. */
const LEFT_OUT = new Set(["from", "to", "cc", "message-id", "date", "header", "received"]);
const ORDINARY = new Set(["type text/plain", "parts 1"]);

function answerTo(bytes: Uint8Array): [subject: string, texts: string, others: string[]] {
  const analyzer = analyzerFor(
    settingsFrom({ as: "mail", tokens: "words", tokenLength: [1, 256], ngrams: [1, 1], fields: ["all"] }),
  );
  const [subject, texts, others]: string[][] = [[], [], []];
  analyzer.read(bytes).tokens((scratch, start, end) => {
    const term = Buffer.from(scratch.subarray(start, end)).toString();
    const field = MAIL_FIELDS.find((name) => term.startsWith(`${name}:`));
    const word = field === undefined ? term : term.slice(field.length + 1);
    if (field === undefined) texts.push(term);
    else if (field === "subject") subject.push(word);
    else if (field !== "fact") others.push(...(LEFT_OUT.has(field) ? [] : [term]));
    else if (!ORDINARY.has(word)) others.push(word);
  });
  return [subject.join(" "), texts.join(" "), others];
}

describe("the broken messages of the corpus", () => {
  it.each(ANSWERS)("have the terms that a person would find: %s", (name, answer) => {
    expect(answerTo(readFileSync(join(BROKEN, `${name}.eml`)))).toEqual(answer);
  });

  it("are all here", () => {
    expect(ANSWERS.map(([name]) => `${name}.eml`)).toEqual(readdirSync(BROKEN).sort());
  });
});
