import { createHash, timingSafeEqual } from "node:crypto";
import { unmarkedMessage } from "../../../mail/rewrite/marked-message.js";
import { type FilterOptions, labelFor, verdictOf } from "../../filter/decide.js";
import { FOREIGN_FIELDS, OUR_FIELDS, spamFields } from "../../filter/spam-fields.js";
import { CHANGES, type Lesson, type Models } from "../../filter/teacher.js";
import { spamScore } from "../../filter/verdict.js";
import { type RequestFacts, RequestFault } from "./protocol.js";

/** A request of a mail program about a message. */
export interface MailRequest {
  /** The command, as logs name it. */
  readonly command: string;
  /** The user whose model answers or learns. Requests with a refused name fail. */
  readonly user?: string | undefined;
  /**
   * The addresses that get the message, with or without `<>`. Used if no user is named: the only one is the user, in
   * small letters. The model for all users answers if there are several, or if the name is refused, because senders
   * choose it.
   */
  readonly recipients?: readonly string[] | undefined;
  /** With a protocol that has passwords: the one that came, or an empty text. */
  readonly password?: string;
  readonly message: Uint8Array;
}

/** The actions of a mail server on spam, other than marking it. */
export const ACTIONS = ["reject", "discard", "quarantine"] as const;
/** An action, and the points from which it is taken. */
export interface ActionFrom {
  readonly action: (typeof ACTIONS)[number];
  readonly score: number;
}

/** The options of a desk. */
interface DeskOptions extends Pick<FilterOptions, "spam"> {
  /** The version of this program. */
  readonly program: string;
  /** Whether each user may have a model. Default false. */
  readonly hasUsers?: boolean;
  /** Default: spam is only marked. */
  readonly actions?: readonly ActionFrom[] | undefined;
  /**
   * The password for lessons, with protocols that have passwords. Empty: they are refused. Default: they need none,
   * because only the owner of the socket can reach it.
   */
  readonly password?: string | undefined;
  /** Counts what the server has done, for programs that ask. Default: nothing is known. */
  readonly stat?: () => object;
}

/** Where the protocols of mail programs ask the models: users, decisions and lessons are the same for all of them. */
export type Desk = ReturnType<typeof newDesk>;
/** The verdict on a message. */
export type Checked = Awaited<ReturnType<Desk["check"]>>;

/** Returns a desk. @param models without `teach`, lessons are refused */
export function newDesk(
  models: Models,
  { spam, program, hasUsers = false, actions = [], password, stat = () => ({}) }: DeskOptions,
) {
  const answer = async (message: Uint8Array, user?: string) => models.answer(message, user);
  /** Returns what is known of a request before it is answered. */
  const factsOf = ({ command, message, user, recipients = [] }: MailRequest): RequestFacts => {
    const [only, ...others] = new Set(recipients.map(nameOf));
    return { command, message, user: user ?? (hasUsers && others.length === 0 ? only : undefined) };
  };
  const fromHighest = actions.toSorted((a, b) => b.score - a.score);
  return {
    /** Whether each user may have a model. */
    hasUsers,
    /** The actions, that with the highest score first. */
    actions: fromHighest,
    stat,

    /**
     * Classifies a message. Returns the verdict with SpamAssassin's points, the action to take with spam, the message
     * without the fields that servers add, and the fields to add.
     *
     * @throws Error if the model cannot be used, or has no class for spam
     */
    async check(request: MailRequest) {
      const clean = unmarkedMessage(request.message, OUR_FIELDS, FOREIGN_FIELDS);
      const about = factsOf(request);
      const asked = answer(clean, about.user);
      const found = await (request.user === undefined && about.user !== undefined
        ? asked.catch(() => answer(clean))
        : asked);
      const verdict = verdictOf(found, { style: "spamassassin", spam });
      const points = spamScore(verdict);
      const { decision, label } = verdict;
      const facts: RequestFacts = { ...about, answer: found, decision, label, score: points.score };
      const action = points.isSpam ? fromHighest.find(({ score }) => Number(points.score) >= score)?.action : undefined;
      return { ...points, action, verdict, clean, fields: spamFields(verdict, program), facts };
    },

    /**
     * Learns a message as spam or as the likeliest class that is not spam, or forgets it. Without `as`, changes nothing.
     *
     * @returns whether the model has changed
     * @throws Error if clients may not teach, or the lesson cannot be kept
     */
    async tell(request: MailRequest, as: "spam" | "ham" | "forget" | undefined) {
      const facts = factsOf(request);
      const { message, user } = facts;
      if (models.teach === undefined) throw denied("this server does not learn: start it with --allow-tell");
      if (password !== undefined && request.password !== undefined) requirePassword(request.password, password);
      if (as === undefined) return { hasChanged: false, facts };
      const label = as === "forget" ? undefined : labelFor((await answer(message, user)).ranking, as, spam);
      const lesson: Lesson = label === undefined ? { kind: "unlearn" } : { kind: "learn", label, time: Date.now() };
      const { fates } = await models.teach(lesson, message, user);
      const hasChanged = fates.some((fate) => CHANGES.includes(fate));
      return { hasChanged, facts: { ...facts, taught: label, outcomes: fates } };
    },
  };
}

/** Returns the user whose mail an address gets: with small letters of ASCII, as other letters may be other users. */
export function nameOf(address: string): string {
  return address.replace(/^<|>$/g, "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Makes the error for a client that may not teach. */
const denied = (why: string) => new RequestFault(403, why);

/** @throws RequestFault unless both passwords are the same, and there is one */
function requirePassword(given: string, password: string): void {
  if (password === "") {
    throw denied("lessons need a password here: start the server with --allow-tell FILE, or use a private socket");
  }
  const [a, b] = [given, password].map((text) => createHash("sha256").update(text).digest());
  if (!timingSafeEqual(a, b)) throw denied("the password is wrong: lessons need that of --allow-tell FILE");
}
