import { lazily } from "../../base/lazily.js";
import { looksLikeSpam } from "../spam-classes.js";

/**
 * The names of the inbox, and of folders for unsent, sent, draft, deleted and template messages, in this order
 * (RFC 6154: \Sent, \Drafts, \Trash). They are those of Dovecot, Thunderbird, Outlook, Apple Mail, KMail, Gmail,
 * Roundcube and others, with translations. Nobody sorts messages into these folders by their content.
 */
const NAMES = {
  inbox: `
    inbox, posteingang, boîte de réception, courrier entrant, bandeja de entrada, posta in arrivo, postvak in
    caixa de entrada, odebrane, skrzynka odbiorcza, inkorg, inkorgen, innboks, indbakke, doručená pošta, přijaté
    saapuneet, beérkezett üzenetek, bejövő, mesaje primite, gelen kutusu, εισερχόμενα, входящие, вхідні, דואר נכנס
    البريد الوارد, صندوق الوارد, 受信トレイ, 受信箱, 收件箱, 收件匣, 받은 편지함, 받은편지함`,
  others: `
    outbox, unsent messages, queue, postausgang, boîte d'envoi, bandeja de salida, posta in uscita, postvak uit
    caixa de saída, skrzynka nadawcza, utkorg, utkorgen, utboks, udbakke, pošta k odeslání, lähtevät, postázandó
    giden kutusu, εξερχόμενα, исходящие, вихідні, דואר יוצא, صندوق الصادر, 送信トレイ, 发件箱, 寄件匣, 보낼 편지함
    sent, sent items, sent mail, sentmail, sent messages, sent email, sent emails, sent objects, gesendet, gesendete
    gesendete objekte, gesendete elemente, gesendete nachrichten, gesendete mails, gesendete e mails, envoyés
    envoyé, messages envoyés, éléments envoyés, courrier envoyé, courriers envoyés, mails envoyés, objets envoyés
    enviados, enviado, enviadas, elementos enviados, mensajes enviados, correo enviado, correos enviados, enviats
    inviati, inviata, posta inviata, elementi inviati, messaggi inviati, verzonden, verzonden items
    verzonden berichten, verzonden objecten, verzonden mail, itens enviados, mensagens enviadas, e mails enviados
    correio enviado, wysłane, elementy wysłane, wysłane elementy, wysłane wiadomości, wiadomości wysłane
    poczta wysłana, skickat, skickade, skickade objekt, skickade meddelanden, skickade mail, sendt, sendte
    sendte elementer, sendte meldinger, sendte beskeder, sendt post, sendt e post, odeslané, odeslaná
    odeslaná pošta, odeslané položky, odeslané zprávy, odoslané, odoslaná pošta, odoslané položky, odoslané správy
    poslano, poslane, poslato, lähetetyt, lähetetyt viestit, saadetud, saadetud kirjad, elküldött, elküldöttek
    elküldött elemek, elküldött üzenetek, elküldött levelek, trimise, mesaje trimise, elemente trimise
    gönderilmiş öğeler, gönderilmiş, gönderilenler, gönderilmiş postalar, gönderilen, απεσταλμένα, σταλθέντα
    απεσταλμένα μηνύματα, отправленные, отправленные письма, отправленные сообщения, отправленное, надіслані
    відправлені, изпратени, נשלחו, פריטים שנשלחו, דואר שנשלח, المرسلة, المرسل, العناصر المرسلة, البريد المرسل
    الرسائل المرسلة, 送信済み, 送信済みトレイ, 送信済みアイテム, 送信済みメール, 送信済みメッセージ, 送信控え, 已发送, 已发送邮件, 已发邮件, 已发信息, 已发送消息, 已发送的邮件, 寄件備份
    已傳送, 已傳送郵件, 已寄出, 已寄郵件, 寄件備份匣, 보낸 편지함, 보낸편지함, 보낸 메일함, 보낸메일함, 보낸 메시지
    drafts, draft, draft messages, entwürfe, entwurf, brouillons, brouillon, borradores, borrador, esborranys, bozze
    bozza, concepten, rascunhos, rascunho, szkice, kopie robocze, wersje robocze, robocze, utkast, kladder, kladde
    kladd, udkast, koncepty, rozepsané, rozepsaná pošta, rozpísané, nacrti, osnutki, luonnokset, mustandid
    piszkozatok, piszkozat, vázlatok, ciorne, schițe, taslaklar, taslak, πρόχειρα, προσχέδια, черновики, чернетки
    чернови, טיוטות, المسودات, مسودات, 下書き, 下書きトレイ, 草稿, 草稿箱, 草稿夹, 草稿匣, 草稿夾, 임시 보관함, 임시보관함, 초안
    trash, bin, wastebasket, waste basket, recycle bin, deleted, deleted items, deleted messages, deleted mail
    deleted objects, papierkorb, gelöscht, gelöschte, gelöschte objekte, gelöschte elemente, gelöschte nachrichten
    gelöschte mails, corbeille, poubelle, supprimés, éléments supprimés, messages supprimés, papelera
    papelera de reciclaje, eliminados, elementos eliminados, elementos borrados, mensajes eliminados, paperera
    cestino, eliminati, posta eliminata, elementi eliminati, messaggi eliminati, prullenbak, prullenmand, verwijderd
    verwijderde items, verwijderde berichten, verwijderde objecten, lixo, lixeira, reciclagem, itens eliminados
    itens excluídos, itens apagados, mensagens eliminadas, mensagens excluídas, kosz, usunięte, elementy usunięte
    usunięte elementy, usunięte wiadomości, papperskorg, papperskorgen, borttaget, borttagna objekt, borttagna
    raderade meddelanden, papirkurv, papirkurven, slettede, slettede elementer, slettede beskeder
    slettede meldinger, slettet post, koš, odstraněné, odstraněná pošta, odstraněné položky, odstraněné zprávy
    smazané, kôš, odstránené, odstránená pošta, odstránené položky, vymazané správy, smeće, roskakori, poistetut
    poistetut viestit, prügikast, kuka, lomtár, törölt, törölt elemek, törölt üzenetek, gunoi, coș de gunoi
    elemente șterse, articole șterse, çöp, çöp kutusu, silinmiş öğeler, silinenler, απορρίμματα, κάδος
    κάδος απορριμμάτων, διαγραμμένα, корзина, удаленные, удалённые, удаленные письма, удалённые сообщения, кошик
    видалені, смітник, кошче, אשפה, פריטים שנמחקו, נמחקו, المهملات, سلة المهملات, المحذوفات, العناصر المحذوفة, ゴミ箱
    ごみ箱, 削除済み, 削除済みアイテム, 削除済みメール, 已删除, 已删除邮件, 已删除消息, 已删除的邮件, 废纸篓, 回收站, 垃圾桶, 刪除的郵件, 已刪除, 已刪除的郵件, 已刪除項目, 資源回收筒, 휴지통
    지운 편지함, 지운 메일함, 삭제된 항목, 삭제된 메시지
    templates, template, vorlagen, modèles, plantillas, modelli, sjablonen, modelos, szablony, mallar, maler
    skabeloner, šablony, šablóny, mallipohjat, sablonok, șabloane, şablonlar, πρότυπα, шаблоны, шаблони, תבניות
    قوالب, テンプレート, ひな形, 模板, 範本, 템플릿, 서식 파일`,
};

/** The folder that contains Gmail's own folders. All of them except Spam show messages of other folders. */
const GMAIL: ReadonlySet<string> = new Set(["[gmail]", "[google mail]"]);

const [inboxes, others] = [NAMES.inbox, NAMES.others].map((names) =>
  lazily((): ReadonlySet<string> => new Set(names.trim().split(/[,\n]/).map(key))),
);

/**
 * Whether a mail folder is for sent, unsent, draft, deleted or template messages, or lies in one of these folders,
 * judged by its name in many languages. Also holds for the inbox, and for folders of Gmail that show messages of other
 * folders, such as `[Gmail]/All Mail`.
 *
 * @param name the name as mail programs show it; a dot or a slash separates the names of nested folders
 */
export function isSpecialFolder(name: string): boolean {
  const [first, second] = name.split(/[./]/).map(key);
  if (GMAIL.has(first)) return second === undefined || !looksLikeSpam(second);
  if (!inboxes().has(first)) return others().has(first);
  // Some programs put the name of the inbox before the names of all folders.
  return second === undefined || inboxes().has(second) || others().has(second);
}

/** Returns a key that is equal for names that differ only in case, accents, hyphens, underscores or spaces. */
function key(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();
}
