/**
 * Letters of other scripts that look like Latin ones in most fonts, after the facts of
 * Unicode's security data (confusables.txt of UTS #39), for Latin letters only and without
 * those that merely resemble one (κ, τ and χ are here, for they are used so). Each line: the
 * Latin letter, then what looks like it.
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

/** The Latin letter that a letter looks like. */
export const LATIN_FOR: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split("\n")
    .flatMap((line) => Array.from(line.slice(2), (letter): [string, string] => [letter, line[0]])),
);

/** The Cyrillic letter that a Latin letter looks like. */
export const CYRILLIC_FOR: ReadonlyMap<string, string> = new Map(
  Array.from(LATIN_FOR)
    .filter(([letter]) => /[А-Яа-я]/.test(letter) && letter !== "г")
    .map(([letter, latin]) => [latin, letter]),
);

const SMALL = "aᴀ bʙ cᴄ dᴅ eᴇ fꜰ gɢ hʜ iɪ jᴊ kᴋ lʟ mᴍ nɴ oᴏ pᴘ rʀ sꜱ tᴛ uᴜ vᴠ wᴡ yʏ zᴢ";

/** The letter of each small capital: Unicode has them for phonetics, as letters of their own. */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  SMALL.split(" ").map(([letter, small]) => [small, letter]),
);
