import { describe, expect, it } from "vitest";
import { isSpecialFolder } from "../../../src/documents/files/special-folders.js";

/** Names, with a bar between each. */
const SPECIAL = `Sent|Drafts|Trash|Templates|SENT|sent-mail|Sent Items|Deleted Messages|deleted_items|Gesendet
Gesendete Objekte|Entwürfe|Papierkorb|Vorlagen|Gelöschte Elemente|Entwu\u0308rfe|Entwurfe|Envoyés|Brouillons|Corbeille
Éléments supprimés|Modèles|Enviados|Borradores|Papelera|Plantillas|Posta inviata|Bozze|Cestino|Modelli|Verzonden
Concepten|Prullenbak|Rascunhos|Lixeira|Itens enviados|Wysłane|Szkice|Kosz|Szablony|Skickat|Utkast|Papperskorgen|Sendt
Kladder|Papirkurv|Slettet post|Odeslané|Koncepty|Koš|Отправленные|Черновики|Корзина|Удалённые|Шаблоны|Lähetetyt|Roskakori
送信済みアイテム|下書き|ゴミ箱|テンプレート|已发送|草稿箱|已删除邮件|寄件備份|보낸 편지함|휴지통|임시 보관함
INBOX|Posteingang|受信トレイ|Outbox|Unsent Messages|Postausgang|INBOX.Sent|INBOX/Drafts|Inbox.Trash|[Gmail].Sent Mail
[Google Mail].Bin|[Gmail]/All Mail|[Gmail]/Alle Nachrichten|[Google Mail]/Wichtig|[Gmail]|Sent.2023|Sent/2023|Trash.old`;
const OTHERS = `Junk|Spam|Archive|Work|Sentinel|Lists.Sent|Lists/Sent|[Gmail]/Spam|[Gmail].Спам|[Gmail]/بريد مزعج
[Gmail]/غير مرغوب فيه|[Gmail]/Spamverdacht|INBOX.Junk|INBOX/Work|Posteingang/Kunden|垃圾邮件|Lixo eletrônico||.`;

describe("folders that nobody sorts mail into", () => {
  it("are known by their names in many languages, however they are written, and are no others", () => {
    for (const name of SPECIAL.split(/[|\n]/)) expect(isSpecialFolder(name), name).toBe(true);
    for (const name of OTHERS.split(/[|\n]/)) expect(isSpecialFolder(name), name).toBe(false);
  });
});
