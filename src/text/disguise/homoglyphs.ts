import { lazily } from "../../base/lazily.js";

/**
 * Letters of other scripts that look like Latin letters in most fonts, from Unicode's security data
 * (confusables.txt of UTS #39). Letters with a weaker resemblance are left out, except κ, τ and χ, which
 * spammers use. Each line has the Latin letter and the letters that look like it.
 */
const TABLE = `
A ΑАᎪ
B ΒВᏴ
C СϹᏟ
D Ꭰ
E ΕЕᎬ
G Ԍ
H ΗНᎻ
I ΙІӀ
J ЈᎫ
K ΚКᏦ
L Ꮮ
M ΜМᎷ
N Ν
O ΟОՕ
P ΡРᏢ
Q Ԛ
S ЅՏᏚ
T ΤТᎢ
V ѴᏙ
W ԜᎳ
X ΧХ
Y ΥҮ
Z ΖᏃ
a αаɑ
b Ьᖯ
c сϲ
d ԁᏧ
e еҽ
f ք
g ցɡ
h һհ
i іιɩ
j јϳ
k κ
l ӏ
n ոռ
o οоօσ
p рρ
q ԛզ
s ѕ
t τ
u υս
v νѵ
w ԝա
x хχ
y уүγ
r г
`;

/** Maps letters to the Latin letters that they look like. */
export const LATIN_FOR = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      TABLE.trim()
        .split("\n")
        .flatMap((line) => Array.from(line.slice(2), (letter): [string, string] => [letter, line[0]])),
    ),
);

/** Maps Latin letters to the Cyrillic letters that they look like. */
export const CYRILLIC_FOR = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      Array.from(LATIN_FOR())
        .filter(([letter]) => /[А-Яа-я]/.test(letter) && letter !== "г")
        .map(([letter, latin]) => [latin, letter]),
    ),
);

const SMALL = "aᴀ bʙ cᴄ dᴅ eᴇ fꜰ gɢ hʜ iɪ jᴊ kᴋ lʟ mᴍ nɴ oᴏ pᴘ rʀ sꜱ tᴛ uᴜ vᴠ wᴡ yʏ zᴢ";

/** Maps small capitals, which Unicode has as phonetic letters, to their Latin letters. */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  SMALL.split(" ").map(([letter, small]) => [small, letter]),
);
