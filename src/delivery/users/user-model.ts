import { createHash } from "node:crypto";
import { DataError } from "../../base/errors.js";
import { countedBy } from "../../base/lists.js";
import { quoted } from "../../base/safe-text.js";
import { fileStamp } from "../../documents/files/open-file.js";
import type { ReadDocument } from "../../features/analyzer.js";
import { secondsOf } from "../../features/corpus/known-documents.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import type { Fate } from "../../model/learning/learner.js";
import type { LimitedModel } from "../../model/limits.js";
import { requireOneClass } from "../../model/multi-label.js";
import type { MessageAnswer } from "../filter/decide.js";
import { classifiedBytes, messageClassifier, readClassifier } from "../filter/mail-filter.js";
import { CHANGES, type Lesson, type Models, type Taught } from "../filter/teacher.js";
import { changeLessons, hasLessons, readLessons, SITE_STEPS } from "./lesson-file.js";
import { keptTerms, lessonTerms } from "./lesson-terms.js";
import { mixedRanking, OwnAnswers, type UserLesson } from "./own-answer.js";
import { WordPrior } from "./word-prior.js";

/** The model for all users, in memory. */
export interface SiteModel extends Models {
  readonly path: string;
  /** Returns the model that the file holds now. */
  site(): LimitedModel;
}

/** The share of a user's lessons in an answer. */
export type UserExplanation = ReturnType<UserModel["explain"]>;

/** More lessons of a user would keep other users waiting. The oldest leave. */
const MAX_LESSONS = 2000;

/** A user's lessons, in a file, above the model for all users. */
export class UserModel {
  readonly #path: string;
  readonly #user: string;
  readonly #site: Pick<SiteModel, "site">;
  #lessons: readonly UserLesson[] = [];
  /** Undefined without lessons. */
  #own: OwnAnswers | undefined;
  /** Undefined without a word list of another program. */
  #words: WordPrior | undefined;
  /** The `fileStamp` of the file when it was last read, and a digest of the lessons. */
  #stamp = "";
  #id = "";

  /** @throws DataError if the file is damaged or has the lessons of another user */
  constructor(path: string, user: string, site: Pick<SiteModel, "site">) {
    this.#path = path;
    this.#user = user;
    this.#site = site;
    this.#follow();
  }

  /** The id of the lessons above the site's model: eight digits. */
  get id(): string {
    return createHash("sha1").update(`${this.#site.site().id}:${this.#id}`).digest("hex").slice(0, 8);
  }

  /** An estimate of the bytes in memory: half of them are garbage that V8 has not collected yet. */
  get bytes(): number {
    return 4000 + 10_000 * this.#lessons.length + (this.#words?.bytes ?? 0);
  }

  /** Answers a message. @throws DataError if the file is damaged */
  answer(message: Uint8Array): MessageAnswer {
    this.#follow();
    return { ...messageClassifier({ ...this.#site.site(), lessons: this })(message), isOwn: true, model: this.id };
  }

  /** Returns what the lessons change in the site's answer to a message, as `LimitedModel` has it. */
  above(site: MessageAnswer["ranking"], read: ReadDocument) {
    const own = this.#own?.answer(lessonTerms(this.#site.site().model, read));
    const base = this.#words?.above(site, read) ?? site;
    if (own === undefined && base === site) return {};
    const ranking = own === undefined ? base : mixedRanking(base, own);
    const [best] = ranking;
    return { ...best, ranking, logOdds: Math.log(best.probability / (1 - best.probability)), ...(own && { own }) };
  }

  /** Says what the lessons have to do with the answer to a message. */
  explain(message: Uint8Array) {
    const { ranking } = this.answer(message);
    const { model } = this.#site.site();
    const names = new Map<number, string>();
    const terms = lessonTerms(model, model.read(classifiedBytes(message)), names);
    const own = this.#own?.answer(terms);
    const parts = own === undefined ? [] : [...(this.#own?.partsOf(terms) ?? [])];
    const named = parts.map(([number, nats]) => ({ term: names.get(number) ?? "", nats }));
    const counts = countedBy(this.#lessons, ({ label }) => label);
    const best = [...(own?.probabilities ?? [])].map(([label, probability]) => ({ label, probability }));
    return {
      user: this.#user,
      /** How many lessons there are of each class. */
      lessons: Array.from(counts, ([label, lessons]) => ({ label, lessons })),
      /** The weight of the lessons against the site's model: 0 if the message is like none of them. */
      weight: own?.share ?? 0,
      /** The similarity of the nearest lesson, 0 to 1. */
      nearest: own?.nearest,
      /** The best class by the lessons alone. */
      own: best.sort((a, b) => b.probability - a.probability).at(0),
      /** Whether a word list of another program has a share in it. */
      hasWords: this.#words !== undefined,
      /** The classes by all of them. */
      ranking,
      /** The terms that lessons have, with the nats that each adds to the lead of the best class, the strongest first. */
      terms: named.sort((a, b) => Math.abs(b.nats) - Math.abs(a.nats)),
    };
  }

  /**
   * Carries out a lesson. It is on disk when this returns.
   *
   * @throws DataError if the site's model does not have the class, or the lesson cannot be kept
   */
  teach(lesson: Lesson, document: Uint8Array = new Uint8Array(0)): Taught {
    const identified = this.#site.site();
    const { model } = identified;
    requireOneClass(model, "learn");
    const { labels } = model;
    if ("label" in lesson && !labels.includes(lesson.label)) {
      throw new DataError(
        `the model for all users has no class ${JSON.stringify(lesson.label)}: use ${quoted(labels)}`,
      );
    }
    const fates: Fate[] = [];
    if (lesson.kind === "ask") this.#follow();
    else {
      const after = changeLessons(this.#path, this.#user, (before) => {
        // Under the lock, because another process may just have changed the word list.
        this.#follow();
        if (lesson.kind === "forget") {
          const left = before.filter(({ seconds }) => seconds === 0 || 1000 * seconds >= lesson.before);
          for (let n = left.length; n < before.length; n++) fates.push("unlearned");
          return fates.length > 0 ? left : undefined;
        }
        const { digest, time } = identityOf(document);
        const known = before.find((one) => Buffer.compare(one.digest, digest) === 0);
        const others = before.filter((one) => one !== known);
        if (lesson.kind === "unlearn") {
          fates.push(known === undefined ? "unknown" : "unlearned");
          return known && others;
        }
        const { label } = lesson;
        const read = model.read(classifiedBytes(document));
        const fate = fateOf(known, lesson, read.isBinary);
        fates.push(fate);
        if (fate !== "learned" && fate !== "relabelled") return undefined;
        const answer = readClassifier(identified)(read).ranking;
        const ranking = this.#words?.above(answer, read) ?? answer;
        const exact = ranking.find((one) => one.label === label)?.probability ?? 0;
        // As the file has it, so that the answers after reading it are the same.
        const site = Math.round(SITE_STEPS * exact) / SITE_STEPS;
        const seconds = known?.seconds ?? secondsOf(time ?? (lesson.kind === "learn" ? lesson.time : undefined));
        const terms = known ?? keptTerms(lessonTerms(model, read));
        const { numbers, totals } = terms;
        const left = others.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_LESSONS - 1);
        return [...left, { digest, label, seconds, site, numbers, totals }];
      });
      if (fates.some((fate) => CHANGES.includes(fate))) this.#keep(after.lessons, after.stamp);
    }
    const counts = countedBy(this.#lessons, ({ label }) => label);
    return { fates, classes: labels.toSorted().map((label) => ({ label, documents: counts.get(label) ?? 0 })) };
  }

  /** Reads the file again if it has changed. */
  #follow(): void {
    const stamp = fileStamp(this.#path);
    if (stamp === this.#stamp) return;
    const { lessons = [], words } = hasLessons(this.#path) ? readLessons(this.#path, this.#user) : {};
    this.#words = words && new WordPrior(words);
    this.#keep(lessons, stamp);
  }

  #keep(lessons: readonly UserLesson[], stamp: string): void {
    this.#lessons = lessons;
    this.#own = lessons.length === 0 ? undefined : new OwnAnswers(lessons);
    const hash = createHash("sha1").update(this.#user);
    hash.update(this.#words?.id ?? "");
    for (const { digest, label } of lessons) hash.update(digest).update(label);
    this.#id = hash.digest("hex");
    this.#stamp = stamp;
  }
}

/** Returns what a lesson does to a document. @param known its lesson, if there is one */
function fateOf(
  known: UserLesson | undefined,
  { kind, label }: Lesson & { readonly label: string },
  isBinary: boolean,
): Fate {
  if (known !== undefined) return known.label === label ? "known" : "relabelled";
  if (kind === "relabel") return "unknown";
  return isBinary ? "binary" : "learned";
}
