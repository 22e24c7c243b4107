import { lazily, remembering } from "../../base/lazily.js";

/**
 * The header fields that teach nothing are in two lists. The reader's own server or mail program writes them when a
 * message arrives or later, and many of them tell in which folder the message was filed. A new message lacks these fields
 * or has other values. A model that learned from them would repeat old decisions. `Received-SPF`,
 * `Authentication-Results` and the fields of virus scanners are not in the lists: they state facts, not decisions.
 *
 * Names are in lower case. A name that ends with `*` stands for all names with this beginning.
 *
 * This list has the fields in which filters write their opinion of a message.
 */
const VERDICTS = [
  // Thresher and other spam filters write these on arrival. `isVerdictField` adds all `X-…spam…` and `X-…junk…` fields.
  `x-thresher x-thresher-separator x-bogosity x-text-classification x-popfile-* x-crm114-* x-dspam-* x-sa-* x-ham-* x-bayes-* x-scl
    x-dcc-* x-razor-* x-pyzor* x-canit* x-pmx-* x-fuglu-*`,
  // Filters of companies and providers write these when a message arrives.
  `x-proofpoint-* x-barracuda-* x-asg-* x-ironport-* x-cmae-* x-cloudmark-* x-cnfs-analysis x-brightmail-* x-vr-*
    x-vade-* x-kse-* x-tm-as-* x-tmase-* x-eset* x-ui-filterresults x-ui-out-filterresults x-gmx-*
    x-yahoo* x-ymail* x-message-delivery x-message-info x-sid-pra x-sid-result`,
  // Exchange and Outlook.com write these when a message arrives, and again when a rule or the reader files it.
  `x-forefront-* x-microsoft-* x-ms-exchange-* x-ms-office365-* x-exchange-* x-eop* x-ms-traffictypediagnostic
    x-ms-publictraffictype x-ms-oob-* x-ms-userlastlogontime x-incomingtopheadermarker x-incomingheadercount
    spamdiagnostic*`,
];

/** The other fields that teach nothing. */
const OTHERS = [
  // The server that puts a message into a mailbox writes these: which mailbox, and when. They differ by account.
  `delivered-to x-delivered-to envelope-to x-envelope-to delivery-date x-original-to x-original-delivered-to
    x-resolved-to x-real-to x-rcpt-to x-apparently-to x-forwarded-to x-forwarded-for x-mdaemon-deliver-to x-mdrcpt-to
    x-mdarrival-date x-mdav-* x-sieve x-sieve-* x-getmail-* x-fetchmail-* x-received x-google-smtp-source`,
  // Servers on the way, finally the reader's own, sign their results. The signatures differ in every message.
  "arc-*",
  // Mail programs and servers that keep mail in mailboxes write flags, numbers and folders into messages.
  `status x-status x-mozilla-* x-keywords x-uid x-uidl x-imap x-imapbase x-folder x-folder-* x-mailbox x-label
    x-labels x-tag x-tags x-account-key x-account x-identity-key x-mbox-line x-from-line x-from_ x-read x-flags
    content-length x-content-length fcc x-fcc`,
  // Gmail writes these when a user exports mail (Takeout), and when mail arrives.
  "x-gmail-* x-gm-*",
  // These mail programs write fields of their own when they store, show or file a message.
  `x-evolution* x-kmail-* x-akonadi-* x-sylpheed* x-claws* x-apple-* x-uniform-type-identifier
    x-universally-unique-identifier x-mail-created-date x-gnus-* x-vm-* x-rmail-* x-eudora-* x-spark-* x-becky-*
    x-notmuch-*`,
  // Programs that copy mail between servers and folders mark the copies with these.
  "x-tuid x-offlineimap* x-imapsync* x-dovecot-*",
];

/** Returns a function that tells whether a name is in one of the lists. */
function nameTest(lists: readonly string[]): (name: string) => boolean {
  const names = lists.flatMap((list) => list.split(/\s+/));
  const pattern = new RegExp(`^(?:${names.join("|").replaceAll("*", ".*")})$`, "s");
  return (name) => pattern.test(name);
}

const isInVerdicts = lazily(() => nameTest(VERDICTS));
const isInLists = lazily(() => nameTest([...VERDICTS, ...OTHERS]));

/**
 * Whether a spam filter writes its verdict into this header field: `X-Bogosity`, Thresher's own fields, those of
 * Exchange, and every `X-` field with `spam` or `junk` in its name, such as `X-Spam-Status`.
 *
 * @param name in lower case
 */
export function isVerdictField(name: string): boolean {
  return isInVerdicts()(name) || (name.startsWith("x-") && (name.includes("spam") || name.includes("junk")));
}

/** Maximum number of names whose answers are remembered. */
const MAX_REMEMBERED = 2000;

/**
 * Whether a header field is written when a message arrives or later, and so teaches nothing: see `VERDICTS`.
 *
 * @param name in lower case
 */
export const isLaterName: (name: string) => boolean = remembering(
  (name) => isInLists()(name) || isVerdictField(name),
  MAX_REMEMBERED,
);

/**
 * Does the same as `isLaterName`, but also recognizes the `Received` fields that the reader's own programs
 * wrote when they fetched the message from a mailbox (POP, IMAP) or put it into one (LMTP, the last step inside
 * Exchange and Gmail).
 *
 * @param value returns the value, which may be folded
 */
export function isLaterField(name: string, value: () => string): boolean {
  return name === "received" ? FROM_OR_INTO_MAILBOX.test(value()) : isLaterName(name);
}

/** Matches such a `Received` field, by its protocol or program. Gmail writes `by 2002:a05:… with SMTP id`. */
const FROM_OR_INTO_MAILBOX =
  /\swith\s+(?:LMTP|IMAP|POP[23]?\b|HTTPS;)|\((?:fetchmail|getmail)|^\s*by\s+[\da-f.:]+\s+with\s+SMTP\s+id/i;
