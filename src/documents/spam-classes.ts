import { lazily } from "../base/lazily.js";

/**
 * The names of the spam folder (RFC 6154: \Junk) in mail programs and at providers: Gmail, Outlook, Thunderbird, Apple
 * Mail, Yahoo, GMX and web.de, Roundcube and others, in their languages. Leaves out words that can also mean the trash.
 */
const NAMES = `
  spam, spams, spam mail, spam email, spam mails, spam folder, caught spam, probably spam, junk, junk mail, junk email
  junk emails, junk messages, junk suspects, bulk, bulk mail, bulk email, unwanted, unsolicited
  spamverdacht, spam verdacht, werbung, unerwünscht, unerwünschte, unerwünschte werbung, unerwünschte mails
  unerwünschte e mails, unerwünschte nachrichten
  indésirable, indésirables, courrier indésirable, courriers indésirables, messages indésirables, pourriel, pourriels
  correo no deseado, correos no deseados, mensaje no deseado, mensajes no deseados, no deseado, no deseados
  correo basura, correu brossa, correu no desitjat, correo lixo, correo non desexado, mensaxe non desexada
  correu puxarra, corréu puxarra, puxarra, zabor posta, zaborra
  posta indesiderata, indesiderata, posta indesirate, messaggi indesiderati, indesirate, nesolicitate, mesaje nedorite
  e mail nedorit, mesaje junk
  lixo eletrônico, lixo eletrónico, lixo electrónico, correio de lixo, correio eletrónico de lixo, e mail de lixo
  correio indesejado, mensagens indesejadas
  ongewenst, ongewenste mail, ongewenste e mail, ongewenste berichten, ongewenste reclame, net winske, gemors
  skräppost, skräp, skräpmail, søppelpost, søppel, søppel e post, uønsket, uønsket post, uønsket mail, uønsket e mail
  uønsket e post, uønskede mails, uønskt, ruslpóstur, roskaposti, roskapostit, rämpspost, rämps, mēstule, mēstules
  nevēlamais e pasts, brukalas, šlamštas, nepageidaujamas paštas, nepageidaujami laiškai
  niechciane, niechciana poczta, wiadomości śmieci, śmieci, śmieciowe
  nevyžádaná, nevyžádaná pošta, nevyžádané, hromadná pošta, nevyžiadaná pošta, nevyžiadaná
  neželena pošta, neželeno, neželena sporočila, neželena e pošta, neželjena pošta, neželjena e pošta, bezvrijedna pošta
  levélszemét, szemét, kéretlen, kéretlen levelek, kéretlen üzenetek
  të pavlera, të pavlerë, të padëshiruar, sbam, sothach, dramhphost, dramhaíl, truilleis, lastez, stroboù
  istenmeyen, i̇stenmeyen, istenmeyen e posta, önemsiz, önemsiz e posta, gereksiz, gereksiz e posta
  thư rác, email rác, email sampah, surat sampah, mel remeh, mel sarap, nungiavischà, aspam, spamujo
  ανεπιθύμητα, ανεπιθύμητο, ανεπιθύμητη αλληλογραφία, ανεπιθύμητα μηνύματα
  спам, нежелательная почта, нежелательные, нежелательные письма, рассылки спам, небажана пошта, небажані, непажаданая пошта
  нежелана поща, нежелана, нежељена пошта, непожељно, отпад, ѓубре
  სპამი, ჯართი, սպամ, անպիտան, թափոն
  דואר זבל, זבל, ספאם, غير المرغوب, البريد غير المرغوب فيه, الرسائل غير المرغوب فيها, بريد غير هام, البريد غير الهام
  البريد الإلكتروني غير الهام, البريد المزعج, بريد مزعج, غير مرغوب فيه, سُخام, سبام, هرزنامه, جفنگ, بنجل, سپم
  स्पैम, स्पाम, जंक ईमेल, जंक, স্প্যাম, আজেবাজে মেইল, எரிதம், ஸ்பேம், สแปม, ขยะ, อีเมลขยะ, จดหมายขยะ, กล่องจดหมายขยะ
  迷惑メール, 迷惑, スパム, スパムメール, ジャンク, ジャンクメール, 垃圾邮件, 垃圾郵件, 垃圾信, 垃圾信件, 垃圾电子邮件, 垃圾電子郵件
  垃圾电邮, 垃圾電郵, 广告邮件, 廣告信, 스팸, 스팸함, 스팸메일, 스팸 메일함, 스팸 편지함, 정크, 정크 메일, 정크 전자 메일`;

const known = lazily((): ReadonlySet<string> => new Set(NAMES.trim().split(/[,\n]/).map(key)));

/** Programs put one of these before the name of a folder: `INBOX.Junk`, `[Gmail]/Spam`. */
const PREFIXES = /^(?:inbox|gmail|googlemail)+(?=.)/;

/**
 * Whether a class has a name that mail programs give the spam folder, in any case, with or without
 * the folders around it: `Junk`, `INBOX.Spam`, `[Gmail]/Spam`.
 */
export function looksLikeSpam(label: string): boolean {
  if (label === "spam") return true;
  return [label, label.slice(label.lastIndexOf("/") + 1)].some((name) => known().has(key(name).replace(PREFIXES, "")));
}

/** Returns the classes that look like spam. If one is called `spam`, returns only that one. */
export function spamClasses(labels: readonly string[]): readonly string[] {
  return labels.includes("spam") ? ["spam"] : labels.filter(looksLikeSpam);
}

/** Returns the letters and digits of a name without accents. The result is the same for any case or Unicode form. */
function key(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
