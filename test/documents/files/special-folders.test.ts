import { describe, expect, it } from "vitest";
import { isSpecialFolder } from "../../../src/documents/files/special-folders.js";

describe("folders that nobody sorts mail into", () => {
  it("are known by their names in many languages, however they are written", () => {
    const names = [
      ..."Sent|Drafts|Trash|Templates|SENT|sent-mail|Sent Items|Deleted Messages|deleted_items".split("|"),
      ..."Gesendet|Gesendete Objekte|Entwürfe|Papierkorb|Vorlagen|Gelöschte Elemente|Entwu\u0308rfe|Entwurfe".split(
        "|",
      ),
      ..."Envoyés|Brouillons|Corbeille|Éléments supprimés|Modèles|Enviados|Borradores|Papelera|Plantillas".split("|"),
      ..."Posta inviata|Bozze|Cestino|Modelli|Verzonden|Concepten|Prullenbak|Rascunhos|Lixeira|Itens enviados".split(
        "|",
      ),
      ..."Wysłane|Szkice|Kosz|Szablony|Skickat|Utkast|Papperskorgen|Sendt|Kladder|Papirkurv|Slettet post".split("|"),
      ..."Odeslané|Koncepty|Koš|Отправленные|Черновики|Корзина|Удалённые|Шаблоны|Lähetetyt|Roskakori".split("|"),
      ..."送信済みアイテム|下書き|ゴミ箱|テンプレート|已发送|草稿箱|已删除邮件|寄件備份|보낸 편지함|휴지통|임시 보관함".split(
        "|",
      ),
      ..."INBOX|Posteingang|受信トレイ|Outbox|Unsent Messages|Postausgang|INBOX.Sent|INBOX/Drafts|Inbox.Trash|[Gmail].Sent Mail|[Google Mail].Bin|[Gmail]/All Mail|[Gmail]/Alle Nachrichten|[Google Mail]/Wichtig|[Gmail]|Sent.2023|Sent/2023|Trash.old".split(
        "|",
      ),
    ];
    for (const name of names) expect(isSpecialFolder(name), name).toBe(true);
  });

  it("are no others", () => {
    const names =
      "Junk|Spam|Archive|Work|Sentinel|Lists.Sent|Lists/Sent|[Gmail]/Spam|[Gmail].Спам|[Gmail]/بريد مزعج|[Gmail]/غير مرغوب فيه|[Gmail]/Spamverdacht|INBOX.Junk|INBOX/Work|Posteingang/Kunden|垃圾邮件|Lixo eletrônico||.".split(
        "|",
      );
    for (const name of names) expect(isSpecialFolder(name), name).toBe(false);
  });
});
