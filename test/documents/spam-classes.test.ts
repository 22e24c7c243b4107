import { describe, expect, it } from "vitest";
import { isSpecialFolder } from "../../src/documents/files/special-folders.js";
import { looksLikeSpam, spamClasses } from "../../src/documents/spam-classes.js";

describe("the names of spam", () => {
  const NAMES =
    `spam, Spam, SPAM, Junk, JUNK, junk-mail, Junk E-mail, Junk_Email, Bulk Mail, .Junk, .INBOX.Junk, INBOX/Spam
     [Gmail]/Spam, [Google Mail]/Spam, me@mail.example/Junk, Spamverdacht, Spam-Verdacht, Junk-E-Mail
     Unerwünschte Werbung, Courrier indésirable, INDÉSIRABLES, Correo no deseado, Posta indesiderata, Lixo Eletrônico
     Ongewenste e-mail, Skräppost, Søppelpost, Uønsket e-post, Roskaposti, Nevyžádaná pošta, Wiadomości-śmieci
     Levélszemét, İstenmeyen, Önemsiz E-posta, Спам, НЕЖЕЛАТЕЛЬНАЯ ПОЧТА, Ανεπιθύμητα, דואר זבל, 垃圾邮件, 垃圾郵件
     迷惑メール, ｽﾊﾟﾑ, スパム, 스팸, 스팸 메일함, Thư rác`.split(/[,\n]/);
  it("are known in every Unicode normal form, and no other name is", () => {
    for (const name of NAMES) {
      for (const form of ["NFC", "NFD", "NFKC"] as const) expect(looksLikeSpam(name.trim().normalize(form))).toBe(true);
    }
    const others = "ham|Spam-L|spambayes|Lists.spam|Not spam|Inbox|INBOX|Trash|Work||/|Basura".split("|");
    for (const name of others) expect(looksLikeSpam(name), name).toBe(false);
  });

  it("do not name the trash", () => {
    for (const trash of ["Trash", "Papierkorb", "Lixo", "Lixeira", "垃圾桶", "ゴミ箱"]) {
      expect([isSpecialFolder(trash), looksLikeSpam(trash)]).toEqual([true, false]);
    }
  });

  it("prefer the class spam, and may be several", () => {
    expect(spamClasses(["Junk", "ham", "spam"])).toEqual(["spam"]);
    expect(spamClasses(["Junk", "Spam", "ham"])).toEqual(["Junk", "Spam"]);
    expect(spamClasses(["ham", "work"])).toEqual([]);
  });
});
