import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_DISGUISED, withoutDisguises } from "../../../src/text/disguise/disguise.js";
import type { DisguiseKind } from "../../../src/text/disguise/unmask.js";
import { EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";

function undisguised(text: string): { text: string; disguised: string[] } {
  const { text: read, disguised } = withoutDisguises(Buffer.from(text));
  return { text: Buffer.from(read).toString(), disguised: disguised.map(({ word, kind }) => `${kind} ${word}`) };
}

type Disguise = [kind: DisguiseKind, text: string, word: string];

/** Disguises of one kind from a list of texts, each with the word that it is read as. */
const readAs = (kind: DisguiseKind, list: string) =>
  list.split(", ").map((pair): Disguise => [kind, ...(pair.split(" ") as [string, string])]);

const SEPARATORS = [..." .-_*\t\n/+\u00a0·•–\u2009", "   "];

describe("a word in disguise", () => {
  it.each<Disguise>([
    ["zero-width", "Vi\u200bagra", "Viagra"],
    ["zero-width", "V\ufeffi\u2060a\u200dg\u200cra", "Viagra"],
    ["zero-width", "В\u200bиагра", "Виагра"],
    ["zero-width", "4\u200b2", "42"],
    ["bidirectional", "Vi\u202eagra", "Viagra"],
    ["soft-hyphen", "v\u00adi\u00adagra", "viagra"],
    ["soft-hyphen", "vi\u00ad\u00adagra", "viagra"],
    ["soft-hyphen", "vi\u00ada\u00adgra", "viagra"],
    ["combining", "V\u0336i\u0336a\u0336g\u0336r\u0336a", "Viagra"],
    ["combining", "via\u0300\u0301\u0302\u0303gra", "viagra"],
    ...readAs(
      "homoglyph",
      "vi\u0430gra viagra, \u0440\u0430ypal paypal, \u0421ial\u0456s Cialis, L\u03bfttery Lottery",
    ),
    ...readAs(
      "homoglyph",
      "b\u0585nus bonus, a\u0441\u0441\u0435ss access, \u0440\u0430\u0443 pay, \u03a1\u0391\u03a5 PAY",
    ),
    ["homoglyph", "cкидка", "скидка"],
    ...readAs("styled", "ＶＩＡＧＲＡ VIAGRA, 🅅🄸🄰🄶🅁🄰 VIAGRA, 🅥🅘🅐🅖🅡🅐 VIAGRA, 🆅🅸🅰🅶🆁🅰 VIAGRA, 🄐🄑🄒 ABC"),
    ...readAs("styled", "viａgra viagra, 𝐯𝐢𝐚𝐠𝐫𝐚 viagra, ⓥⓘⓐⓖⓡⓐ viagra, ᴠɪᴀɢʀᴀ viagra"),
    ...readAs("leet", "v1agra viagra, V1AGRA viagra, c1@l1s cialis, \\/iagra viagra, m0rtgage mortgage, v!agra viagra"),
    ...readAs("leet", "vi@gra viagra, ca$h cash, m1cr0s0ft microsoft, s3cret5ly secretsly, mi11ion million"),
    ...readAs("leet", "ph4rmacy pharmacy, ac7ion action"),
    ["spaced", "V i a g r a", "Viagra"],
    ["spaced", "v,i,a,g,r,a", "viagra"],
    ["spaced", "F R E E", "FREE"],
    ["spaced", "V 1 A G R A", "ViAGRA"],
    ["spaced", "V 1 4 G R A", "ViaGRA"],
    ...SEPARATORS.map((separator): Disguise => ["spaced", Array.from("VIAGRA").join(separator), "VIAGRA"]),
  ])("by %s, %j, is read as %s", (kind, text, word) => {
    const expected = { disguised: [`${kind} ${word.toLowerCase()}`] };
    expect(undisguised(text)).toEqual({ ...expected, text: word });
    expect(undisguised(`Buy “${text}”, now!`)).toEqual({ ...expected, text: `Buy “${word}”, now!` });
    expect(undisguised(`(${text}) or ${text}`)).toMatchObject({ text: `(${word}) or ${word}` });
  });

  it("in two ways is reported with both", () => {
    expect(undisguised("v1\u200bagr\u0430")).toEqual({
      text: "viagra",
      disguised: ["zero-width v1agr\u0430", "homoglyph v1agra", "leet viagra"],
    });
  });

  it.each([30, 31, 10_000])("under %d marks is read without them", (marks) => {
    const pile = Array.from({ length: marks }, (_, i) => (i % 2 === 0 ? "\u0301" : "\u0316")).join("");
    expect(undisguised(`vi${pile}agra`)).toEqual({ text: "viagra", disguised: ["combining viagra"] });
  });

  it("beside others of wider gaps, or of another separator, is a word by itself", () => {
    expect(undisguised("Get a F R E E   M O N E Y today").text).toBe("Get a FREE   MONEY today");
    expect(undisguised("v i a g r a F.R.E.E  C-A-S-H_N_O_W V\nI\nA\nG R A")).toEqual({
      text: "viagra FREE  CASH_N_O_W VIAG R A",
      disguised: ["spaced viagra", "spaced free", "spaced cash", "spaced viag"],
    });
  });

  it("behind a single letter and a blank or a mark that is not ASCII is read, too", () => {
    expect(undisguised("A\u00a0v1agra, a – v1agra, a… v1agra, a» c1alis").text).toBe(
      "A\u00a0viagra, a – viagra, a… viagra, a» cialis",
    );
  });

  it("is divided by soft hyphens where it can be, which is no disguise", () => {
    expect(undisguised("Donau\u00addampf\u00adschiff")).toEqual({ text: "Donaudampfschiff", disguised: [] });
  });

  it("is reported a limited number of times, and still read", () => {
    const { text, disguised } = undisguised("v1agra ".repeat(MAX_DISGUISED + 1));
    expect(disguised).toHaveLength(MAX_DISGUISED);
    expect(text).toBe("viagra ".repeat(MAX_DISGUISED + 1));
  });
});

const HONEST = [
  "mp3 mp3s h2o I/O e-mail utf8 base64 i18n x86_64 sha1sum log4j md5sum ipv4addr win32api b2b 4x4 1st 2nd p2p ps2pdf",
  "A B C D E F, a b c d e; a, b, c, d; x y z w. N O P Q, R T S M. A O U I",
  "U.S.A. U.S.S.R. R.S.V.P. e.g. i.e. J. R. R. Tolkien, a.m., C-3PO, R2-D2, y/n/a/q, A-B-C-D",
  "$HOME $PATH a[i] = b0; x1 = y2; if (a|b) c!; foo@bar.example user@localhost root@server uunet!mcvax!jack",
  "http://v1agra.example/c1alis www.m0rtgage.example ann.v1agra@example.com file.v1agra.txt /usr/s0me/path v1agra.html",
  "torbj|rn h|gskolan it's don't rock'n'roll 'a' \"b\" *c* _d_ ~e~ -f -g -h -i",
  "Привет, это русский текст. SMSка, PDFы, IT-компания, web-сайт, VIP-зал, «Война и мир», 1С, СССР, C++",
  "Україна і Європа, її ґанок; Србија, Љубљана; България",
  "Αυτό είναι ελληνικό κείμενο. Ώρα μηδέν. ΕΛΛΑΔΑ",
  "μm Δx αmax 10 µg π r² Ωm β-carotene λcdm ∂t σxy 5 kΩ ρ",
  "naïve café Grüße élève coöperate Ångström façade señor Łódź İstanbul ığdır ß ĳ",
  "a/b/c/d/e, r/w/x, i/o/u, 1,2,3 x,y,z,w A+B+C+D+E x\u00a0y\u00a0z · a • b • c – d, J.\u00a0R.\u00a0R. a\u00a7b\u00a7c",
  "V…I…A…G…R…A V\u2030I\u2030A\u2030G\u2030R\u2030A V\u00bbI\u00bbA\u00bbG\u00bbR\u00bbA V\u20acI\u20acA\u20acG\u20acR\u20acA",
  "Àv1agra àv1agra Ùv1agra",
  "Việt Nam: Nguyễn, đường phố; Yorùbá: ọ̀rẹ́, ẹ̀kọ́; Lietuvių: ė̃; x̄ ± s",
  "👨‍👩‍👧 1️⃣ ❤️ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ☎️ 🅰️ Ⓜ️ ® ™ № ℃",
  "می‌خواهم نمی‌دانم کتاب‌ها اَلْعَرَبِيَّةُ",
  "क्‍ष हिन्दी বাংলা தமிழ் ശ്രീ ക്‍",
  "שָׁלוֹם עולם \u200fabc\u200e ไทย\u200bภาษา 日本語 한국어 漢字 か゚",
  "“Smart” – quotes… ‘single’ «guillemets» 10\u00a0000 € ½ ² ³ a\u00a0b\u00a0c",
  "/ˈvɪəɡrə/ [ɡʊd] ʃaɪn ɪt",
  "int main(void) { for (i = 0; i < 10; i++) a[i] |= b[i] & 0x1f; return !x; } #define A1B2 sun4u",
  "M=5XK:3$W8V@N9R!I;F,@=&AE M1T5N;W)M;W5S",
  "Z m 9 v b G F i Y X I= ; 1 2 3 4 5; 1 a 2 b 3 c; +-+-+-+; . . . .; | a | b | c |",
  "\ufeffA text with a mark before it",
  "ⓐ 𝑥 + 𝑦 = 𝒛, ℝ and ℂ",
];

describe("an honest text", () => {
  it.each(HONEST)("is left alone: %s", (text) => {
    expect(undisguised(text)).toEqual({ text, disguised: [] });
  });

  it("is given back as the same bytes", () => {
    for (const text of [...HONEST, ""]) {
      const bytes = Buffer.from(text);
      expect(withoutDisguises(bytes).text).toBe(bytes);
    }
  });

  it("keeps ligatures as the letters that they are of, and that is no disguise", () => {
    expect(undisguised("ﬁnance oﬃce ﬂat ﬆop")).toEqual({ text: "finance office flat stop", disguised: [] });
  });

  it("keeps fullwidth letters as plain ones beside East Asian writing, and that is no disguise", () => {
    expect(undisguised("日本ＮＨＫ放送 ｖｉａｇｒａ")).toEqual({ text: "日本NHK放送 viagra", disguised: [] });
  });

  it("of words, in any order and number, is left alone", () => {
    const words = HONEST.slice(6, 11).flatMap((text) => text.split(" "));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, "the", "of", "a", "I"), { maxLength: 30 }), (chosen) => {
        const text = `${HONEST[6]} ${HONEST[8]} ${chosen.join(" ")}`;
        expect(undisguised(text)).toEqual({ text, disguised: [] });
      }),
    );
  });
});

/** Texts with overrides that turn nothing. */
const LEFT_ALONE = [
  ...["never turned \u202eback", "\u202eargaiv\n\u202c", "\u202eשלום\u202c", "\u202eabc שלום\u202c"],
  ...["\u202ea\u202c", "\u202e\u202c", "\u202aabc\u202c"],
];

describe("a text that is turned round", () => {
  it.each<[text: string, plain: string, words: string[]]>([
    ["\u202eargaiv\u202c", "viagra", ["viagra"]],
    ["buy \u202e!argaiv paehc\u202c now", "buy cheap viagra! now", ["cheap", "viagra"]],
    ["a \u202etfos\u202c and \u202e97\u202c b", "a soft and \u202e97\u202c b", ["soft"]],
    ["\u202eлопъ\u202c", "ъпол", ["ъпол"]],
    ["\u202ee\u0301facb\u202c", "bcaf\u00e9", ["bcafe\u0301"]],
    ["\u202e😀 ko\u202c", "ok 😀", ["ok"]],
    ["\u202eV I\u202c", "I V", []],
    ...LEFT_ALONE.map((text): [string, string, string[]] => [text, text, []]),
  ])("is read in the order in which people see it: %j", (text, plain, words) => {
    expect(undisguised(text)).toEqual({ text: plain, disguised: words.map((word) => `bidirectional ${word}`) });
  });

  it("gives back any letters", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zäяω]{2,20}$/), (word) => {
        const turned = [...word].reverse().join("");
        const { text, disguised } = undisguised(`x \u202e${turned}\u202c y`);
        expect(disguised[0]).toBe(`bidirectional ${word}`);
        expect(text).toBe(undisguised(`x ${word} y`).text);
      }),
    );
  });
});

it("a text of Latin-1 and ordinary punctuation is read like one that also has a character of another kind", () => {
  const units = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(..."aÀÿ\u00ad–’…\u200bﬁа"));
  fc.assert(
    fc.property(fc.array(units), (parts) => {
      const [one, other] = ["", "\n\u{1f600}"].map((more) => undisguised(parts.join("") + more));
      expect(other).toEqual({ ...one, text: `${one.text}\n\u{1f600}` });
    }),
    EXAMPLES,
  );
});

it("words in disguise are looked for in any bytes without a fault, and what comes out is UTF-8", () => {
  const part = fc.constantFrom(
    ..."aAiIvV01@!$|\\/. -_*\n\t\u200b\u00ad\u0301\u0336\u0430\u043eяοΩɪᴀｖ漢é\ufeff\u202e𝐯🅰👍\u200d",
    "viagra",
  );
  const parts = fc.array(part).map((all) => Buffer.from(all.join("")));
  fc.assert(
    fc.property(fc.oneof(parts, fc.uint8Array()), (bytes) => {
      const { text, disguised } = withoutDisguises(bytes);
      expect(isUtf8(text) || text === bytes).toBe(true);
      expect(withoutDisguises(bytes)).toEqual({ text, disguised });
      expect(disguised.every(({ word }) => word !== "" && word === word.toLowerCase())).toBe(true);
    }),
    { numRuns: slowRuns(1000) },
  );
});
