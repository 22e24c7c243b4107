import { lazily } from "../../base/lazily.js";

/**
 * Letters of other scripts, and the phonetic ɑ, ɡ and ɩ, that look like Latin letters in most fonts, from Unicode's
 * security data (confusables.txt of UTS #39). Letters with a weaker resemblance are left out, except κ, τ and χ, which
 * spammers use. Each word has the Latin letter and then the letters that look like it.
 */
const TABLE = `
  AΑАᎪ BΒВᏴ CСϹᏟ DᎠ EΕЕᎬ GԌ HΗНᎻ IΙІӀ JЈᎫ KΚКᏦ LᏞ MΜМᎷ NΝ OΟОՕ PΡРᏢ QԚ SЅՏᏚ TΤТᎢ VѴᏙ WԜᎳ XΧХ YΥҮ ZΖᏃ
  aαаɑ bЬᖯ cсϲ dԁᏧ eеҽ fք gցɡ hһհ iіιɩ jјϳ kκ lӏ nոռ oοоօσ pрρ qԛզ sѕ tτ uυս vνѵ wԝա xхχ yуүγ rг`;

/** Maps letters to the Latin letters that they look like. */
export const LATIN_FOR = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      TABLE.trim()
        .split(/\s+/)
        .flatMap(([latin, ...others]) => others.map((letter): [string, string] => [letter, latin])),
    ),
);

/** Maps Latin letters to the Russian letters that they look like. A Latin r in a Cyrillic word does not stand for г. */
export const CYRILLIC_FOR = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      Array.from(LATIN_FOR())
        .filter(([letter]) => /[А-Яа-я]/.test(letter) && letter !== "г")
        .map(([letter, latin]) => [latin, letter]),
    ),
);

/** Each letter with its small capital. */
const SMALL = "aᴀ bʙ cᴄ dᴅ eᴇ fꜰ gɢ hʜ iɪ jᴊ kᴋ lʟ mᴍ nɴ oᴏ pᴘ rʀ sꜱ tᴛ uᴜ vᴠ wᴡ yʏ zᴢ";

/** Maps small capitals, which Unicode has as phonetic letters, to their Latin letters. */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  SMALL.split(" ").map(([letter, small]) => [small, letter]),
);
