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

/** Folders of Exchange and Outlook, as its languages name them. */
const GROUPWARE = `Calendar|Contacts|Tasks|Journal|Notes|Conversation History|Sync Issues|Sync Issues/Conflicts|Kalender
Calendar/Birthdays|Contacts.Suggested Contacts|Kontakte|Aufgaben|Notizen|Aufgezeichnete Unterhaltungen|Unterhaltungsverlauf
Synchronisierungsprobleme/Lokale Fehler|Calendrier|Tâches|TÂCHES|Historique des conversations|Problèmes de synchronisation
Calendario|Contactos|Tareas|Diario|Notas|Historial de conversaciones|Problemas de sincronización|Contatti|Attività|Note
Cronologia conversazioni|Problemi di sincronizzazione|Agenda|Contactpersonen|Taken|Logboek|Notities|Gespreksgeschiedenis
Synchronisatieproblemen|Calendário|Tarefas|Histórico de conversas|Problemas de sincronização|Kalendarz|Kontakty|Zadania
Dziennik|Notatki|Problemy z synchronizacją|Календарь|Контакты|Задачи|Дневник|Заметки|Журнал бесед|Проблемы синхронизации
Uppgifter|Anteckningar|Synkroniseringsproblem|Opgaver|Noter|Oppgaver|Notater|Tehtävät|Muistilaput|Úkoly|Poznámky|Naptár
Feladatok|Névjegyek|Takvim|Görevler|Notlar|予定表|連絡先|タスク|メモ|会話の履歴|同期の失敗|日历|联系人|任务|便笺|同步问题|行事曆|일정|연락처|작업
메모|대화 내용|동기화 문제|Ημερολόγιο|Επαφές|Εργασίες|Σημειώσεις|Завдання|Нотатки|INBOX.Calendar|Kalender (Nur dieser Computer)`;

describe("folders that nobody sorts mail into", () => {
  it("are known by their names in many languages, however they are written, and are no others", () => {
    for (const name of SPECIAL.split(/[|\n]/)) expect(isSpecialFolder(name), name).toBe(true);
    for (const name of OTHERS.split(/[|\n]/)) expect(isSpecialFolder(name), name).toBe(false);
  });

  it("are those of Exchange and Outlook that hold no mail, but not where these words are names like others", () => {
    for (const name of GROUPWARE.split(/[|\n]/)) {
      expect(isSpecialFolder(name), name).toBe(true);
      expect(isSpecialFolder(name, false), name).toBe(false);
    }
    for (const name of ["Work/Notes", "Notes to read", "工作", "Contact", "Junk Email"]) {
      expect(isSpecialFolder(name), name).toBe(false);
    }
    for (const name of ["Sent (This computer only)", "Boîte d’envoi"]) expect(isSpecialFolder(name, false)).toBe(true);
  });
});
