import { lazily } from "../../base/lazily.js";
import { looksLikeSpam } from "../spam-classes.js";

/**
 * The names of folders into which nobody sorts messages by their content: the inbox; folders for unsent, sent, draft
 * and template messages; the trash (RFC 6154: \Sent, \Drafts, \Trash); and groupware, the folders of Exchange and
 * Outlook for calendars, contacts, tasks, journals, notes, chats and faults, which IMAP shows as if they held mail.
 * The names come from Dovecot, Thunderbird, Outlook, Apple Mail, KMail, Gmail, Roundcube, GMX, Web.de, Yahoo and others,
 * with translations. Words that people also use for mail of their work, such as 工作 and 仕事, are left out.
 */
const NAMES = {
  inbox: `
    inbox, posteingang, boîte de réception, courrier entrant, bandeja de entrada, posta in arrivo, postvak in
    caixa de entrada, odebrane, skrzynka odbiorcza, inkorg, inkorgen, innboks, indbakke, doručená pošta, přijaté
    saapuneet, beérkezett üzenetek, bejövő, mesaje primite, gelen kutusu, εισερχόμενα, входящие, вхідні, דואר נכנס
    البريد الوارد, صندوق الوارد, 受信トレイ, 受信箱, 收件箱, 收件匣, 받은 편지함, 받은편지함, hộp thư đến, kotak masuk, gautieji, iesūtne
    prejeto, ulazna pošta, safata d'entrada, входяща поща`,
  unsorted: `
    outbox, unsent messages, queue, postausgang, boîte d'envoi, bandeja de salida, posta in uscita, postvak uit
    caixa de saída, skrzynka nadawcza, utkorg, utkorgen, utboks, udbakke, pošta k odeslání, lähtevät, postázandó
    giden kutusu, εξερχόμενα, исходящие, вихідні, דואר יוצא, صندوق الصادر, 送信トレイ, 发件箱, 寄件匣, 보낼 편지함, sent, sent items
    sent mail, sentmail, sent messages, sent email, sent emails, sent objects, gesendet, gesendete, gesendete objekte
    gesendete elemente, gesendete nachrichten, gesendete mails, gesendete e mails, envoyés, envoyé, messages envoyés
    éléments envoyés, courrier envoyé, courriers envoyés, mails envoyés, objets envoyés, enviados, enviado, enviadas
    elementos enviados, mensajes enviados, correo enviado, correos enviados, enviats, inviati, inviata, posta inviata
    elementi inviati, messaggi inviati, verzonden, verzonden items, verzonden berichten, verzonden objecten
    verzonden mail, itens enviados, mensagens enviadas, e mails enviados, correio enviado, wysłane, elementy wysłane
    wysłane elementy, wysłane wiadomości, wiadomości wysłane, poczta wysłana, skickat, skickade, skickade objekt
    skickade meddelanden, skickade mail, sendt, sendte, sendte elementer, sendte meldinger, sendte beskeder, sendt post
    sendt e post, odeslané, odeslaná, odeslaná pošta, odeslané položky, odeslané zprávy, odoslané, odoslaná pošta
    odoslané položky, odoslané správy, poslano, poslane, poslato, lähetetyt, lähetetyt viestit, saadetud
    saadetud kirjad, elküldött, elküldöttek, elküldött elemek, elküldött üzenetek, elküldött levelek, trimise
    mesaje trimise, elemente trimise, gönderilmiş öğeler, gönderilmiş, gönderilenler, gönderilmiş postalar, gönderilen
    απεσταλμένα, σταλθέντα, απεσταλμένα μηνύματα, отправленные, отправленные письма, отправленные сообщения
    отправленное, надіслані, відправлені, изпратени, נשלחו, פריטים שנשלחו, דואר שנשלח, المرسلة, المرسل, العناصر المرسلة
    البريد المرسل, الرسائل المرسلة, 送信済み, 送信済みトレイ, 送信済みアイテム, 送信済みメール, 送信済みメッセージ, 送信控え, 已发送, 已发送邮件, 已发邮件, 已发信息, 已发送消息
    已发送的邮件, 寄件備份, 已傳送, 已傳送郵件, 已寄出, 已寄郵件, 寄件備份匣, 보낸 편지함, 보낸편지함, 보낸 메일함, 보낸메일함, 보낸 메시지, drafts, draft, draft messages
    entwürfe, entwurf, brouillons, brouillon, borradores, borrador, esborranys, bozze, bozza, concepten, rascunhos
    rascunho, szkice, kopie robocze, wersje robocze, robocze, utkast, kladder, kladde, kladd, udkast, koncepty
    rozepsané, rozepsaná pošta, rozpísané, nacrti, osnutki, luonnokset, mustandid, piszkozatok, piszkozat, vázlatok
    ciorne, schițe, taslaklar, taslak, πρόχειρα, προσχέδια, черновики, чернетки, чернови, טיוטות, المسودات, مسودات, 下書き
    下書きトレイ, 草稿, 草稿箱, 草稿夹, 草稿匣, 草稿夾, 임시 보관함, 임시보관함, 초안, izlazna pošta, изходяща поща, bústia de sortida, hộp thư đi
    kotak keluar, đã gửi, thư đã gửi, terkirim, ส่งแล้ว, รายการที่ถูกส่ง, išsiųsti, išsiųsti laiškai, nosūtītie
    poslane stavke, poslana pošta, послате ставке, изпратени елементи, надіслані елементи, elements enviats
    موارد ارسال شده, भेजे गए आइटम, bản nháp, thư nháp, draf, konsep, แบบร่าง, juodraščiai, melnraksti, skice
    پیش نویس ها, ड्राफ़्ट, templates, template, vorlagen, modèles, plantillas, modelli, sjablonen, modelos, szablony
    mallar, maler, skabeloner, šablony, mallipohjat, sablonok, șabloane, şablonlar, πρότυπα, шаблоны, шаблони, תבניות
    قوالب, テンプレート, ひな形, 模板, 範本, 템플릿, 서식 파일`,
  trash: `
    trash, bin, wastebasket, waste basket, recycle bin, deleted, deleted items, deleted messages, deleted mail
    deleted objects, papierkorb, gelöscht, gelöschte, gelöschte objekte, gelöschte elemente, gelöschte nachrichten
    gelöschte mails, corbeille, poubelle, supprimés, éléments supprimés, messages supprimés, papelera
    papelera de reciclaje, eliminados, elementos eliminados, elementos borrados, mensajes eliminados, paperera, cestino
    eliminati, posta eliminata, elementi eliminati, messaggi eliminati, prullenbak, prullenmand, verwijderd
    verwijderde items, verwijderde berichten, verwijderde objecten, lixo, lixeira, reciclagem, itens eliminados
    itens excluídos, itens apagados, mensagens eliminadas, mensagens excluídas, kosz, usunięte, elementy usunięte
    usunięte elementy, usunięte wiadomości, papperskorg, papperskorgen, borttaget, borttagna objekt, borttagna
    raderade meddelanden, papirkurv, papirkurven, slettede, slettede elementer, slettede beskeder, slettede meldinger
    slettet post, koš, odstraněné, odstraněná pošta, odstraněné položky, odstraněné zprávy, smazané, kôš, odstránené
    odstránená pošta, odstránené položky, vymazané správy, smeće, roskakori, poistetut, poistetut viestit, prügikast
    kuka, lomtár, törölt, törölt elemek, törölt üzenetek, gunoi, coș de gunoi, elemente șterse, articole șterse, çöp
    çöp kutusu, silinmiş öğeler, silinenler, απορρίμματα, κάδος, κάδος απορριμμάτων, διαγραμμένα, корзина, удаленные
    удалённые, удаленные письма, удалённые сообщения, кошик, видалені, смітник, кошче, אשפה, פריטים שנמחקו, נמחקו
    المهملات, سلة المهملات, المحذوفات, العناصر المحذوفة, ゴミ箱, ごみ箱, 削除済み, 削除済みアイテム, 削除済みメール, 已删除, 已删除邮件, 已删除消息, 已删除的邮件
    废纸篓, 回收站, 垃圾桶, 刪除的郵件, 已刪除, 已刪除的郵件, 已刪除項目, 資源回收筒, 휴지통, 지운 편지함, 지운 메일함, 삭제된 항목, 삭제된 메시지, thùng rác, sampah
    tong sampah, ถังขยะ, รายการที่ถูกลบ, šiukšliadėžė, šiukšlinė, ištrinti, miskaste, atkritne, dzēstie vienumi
    izbrisano, izbrisane stavke, obrisane stavke, избрисане ставке, изтрити, изтрити елементи, elements suprimits
    kustutatud kirjad, kustutatud üksused, видалені елементи, удаленные элементы, удалённые элементы
    διαγραμμένα στοιχεία, silinmiş iletiler, हटाए गए आइटम, زباله دان, موارد حذف شده, gelöschte e mails
    courrier supprimé, poistetut kohteet, slettet, 刪除的項目, smazaná pošta, eliminato, видалено, obrisano, thư đã xóa`,
  groupware: `
    calendar, kalender, calendrier, calendario, agenda, calendari, kalendarz, kalenteri, kalendář, naptár, takvim
    koledar, kalendārs, kalendorius, ημερολόγιο, календарь, календар, לוח שנה, التقويم, تقويم, 予定表, カレンダー, 日历, 行事曆, 日曆
    일정, 캘린더, lịch, ปฏิทิน, contacts, kontakte, contactos, contatti, contactpersonen, contatos, contactes, kontakty
    kontakter, kontaktpersoner, yhteystiedot, névjegyek, névjegyalbum, persoane de contact, contacte, επαφές, контакты
    контакти, kişiler, kontakti, stiki, kontaktid, kontaktpersonas, kontaktai, adresatai, אנשי קשר, جهات الاتصال, 連絡先
    联系人, 連絡人, 通讯录, 연락처, danh bạ, liên hệ, kontak, ที่ติดต่อ, suggested contacts, vorgeschlagene kontakte
    contacts suggérés, contactos sugeridos, contatti suggeriti, voorgestelde contactpersonen, contatos sugeridos
    sugerowane kontakty, föreslagna kontakter, foreslåede kontaktpersoner, foreslåtte kontakter, ehdotetut yhteystiedot
    navržené kontakty, javasolt névjegyek, önerilen kişiler, предлагаемые контакты, 推奨される連絡先, 建议的联系人, 建議的連絡人, tasks
    aufgaben, tâches, tareas, attività, taken, tarefas, tasques, zadania, uppgifter, opgaver, oppgaver, tehtävät, úkoly
    úlohy, feladatok, görevler, sarcini, activități, εργασίες, задачи, задания, завдання, zadaci, opravila, ülesanded
    uzdevumi, užduotys, משימות, المهام, タスク, 任务, 任務, 待办事项, 작업, 할 일, tác vụ, nhiệm vụ, tugas, journal, diario, journaal
    logboek, diari, dziennik, dagbok, päiväkirja, deník, denník, napló, günlük, jurnal, χρονικό, дневник, журнал
    щоденник, dnevnik, päevik, žurnāls, žurnalas, יומן, دفتر اليومية, 履歴, ジャーナル, 日记, 日記, 日誌, 업무 일지, 저널, notes, notizen
    notas, note, notities, notatki, anteckningar, noter, notater, muistilaput, muistiinpanot, poznámky, feljegyzések
    jegyzetek, notlar, notițe, σημειώσεις, заметки, нотатки, примітки, бележки, bilješke, beleške, opombe, märkmed
    piezīmes, pastabos, הערות, פתקים, الملاحظات, ملاحظات, メモ, 便笺, 记事, 記事, 附註, 筆記, 备忘录, 備忘錄, 메모, ghi chú, catatan, บันทึก
    conversation history, unterhaltungsverlauf, aufgezeichnete unterhaltungen, historique des conversations
    historial de conversaciones, historial de conversación, cronologia conversazioni, gespreksgeschiedenis
    histórico de conversas, histórico da conversa, historial de converses, historia konwersacji, konversationshistorik
    samtaleoversigt, samtalehistorik, samtalehistorikk, keskusteluhistoria, historie konverzací, história konverzácií
    beszélgetések előzményei, beszélgetési előzmények, konuşma geçmişi, istoric conversații, ιστορικό συνομιλιών
    журнал бесед, история бесед, журнал розмов, історія розмов, хронология на разговорите, povijest razgovora
    zgodovina pogovorov, istorija razgovora, sarunu vēsture, pokalbių retrospektyva, היסטוריית שיחות, محفوظات المحادثات
    会話の履歴, 会話履歴, 对话历史记录, 会话历史记录, 交談記錄, 對話記錄, 대화 내용, 대화 기록, eşitleme sorunları, בעיות סינכרון, 동기화 문제`,
};

/** "Synchronization" and "problems" in many languages, as `key` returns them. Outlook's folder Sync Issues has both. */
const SYNC = /syn[ck]|s[zyi]+n[ck]?h?roni|синхрон|συγχρον|مزامن|同[期步]/;
const PROBLEM = /issue|problem|feil|ongelma|potize|hib|tezav|проблем|ошибк|ζητημα|مش[اك]|失敗|[问問]題|问题/;

/** The folder that contains Gmail's own folders. All of them except Spam show messages of other folders. */
const GMAIL: ReadonlySet<string> = new Set(["[gmail]", "[google mail]"]);

const inboxes = lazily(() => keysOf(NAMES.inbox));
const unsorted = lazily(() => keysOf(`${NAMES.unsorted}, ${NAMES.trash}`));
const groupware = lazily(() => keysOf(NAMES.groupware));

/** Returns the usual names of the trash, in lower case. Programs may write a hyphen or an underscore for a blank. */
export function trashNames(): string[] {
  return listed(NAMES.trash);
}

/**
 * Whether a mail folder is for sent, unsent, draft, deleted or template messages, holds no mail but calendars, contacts
 * and the like, or lies in one of these folders, judged by its name in many languages. Also holds for the inbox, and for
 * folders of Gmail that show messages of other folders, such as `[Gmail]/All Mail`.
 *
 * @param name the name as mail programs show it; a dot or a slash separates the names of nested folders
 * @param hasGroupware whether the name can be that of a folder of Exchange or Outlook, such as Notes. Elsewhere, people
 *   use these words for folders of mail or documents. Default true.
 */
export function isSpecialFolder(name: string, hasGroupware = true): boolean {
  const [first, second] = name.split(/[./]/).map(key);
  if (GMAIL.has(first)) return second === undefined || !looksLikeSpam(second);
  const isGroupware = (part: string) => groupware().has(part) || (SYNC.test(part) && PROBLEM.test(part));
  const isSpecial = (part: string) => unsorted().has(part) || (hasGroupware && isGroupware(part));
  if (!inboxes().has(first)) return isSpecial(first);
  // Some programs put the name of the inbox before the names of all folders.
  return second === undefined || inboxes().has(second) || isSpecial(second);
}

/** Returns the keys of a list of names. */
function keysOf(names: string): ReadonlySet<string> {
  return new Set(listed(names).map(key));
}

/** Splits a list of names at commas and line ends. */
function listed(names: string): string[] {
  return names.trim().split(/,?\s*\n\s*|,\s*/);
}

/**
 * Returns a key that is equal for names that differ only in case, accents, hyphens, underscores, spaces or a remark of
 * Outlook, such as `(This computer only)`.
 */
function key(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/(?<=.)\(.*\)$/, "")
    .replaceAll("\u2019", "'")
    .replace(/[\s_-]+/g, " ")
    .trim();
}
