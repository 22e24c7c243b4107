import { createHash } from "node:crypto";
import { groupedBy } from "../../src/base/lists.js";
import { seededRandom } from "../../src/base/random.js";
import { classifyRow } from "../../src/classifiers/classifier.js";
import { keptTerms, lessonTerms } from "../../src/delivery/users/lesson-terms.js";
import { mixedRanking, OwnAnswers } from "../../src/delivery/users/own-answer.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { firstValue, headerFields } from "../../src/mail/header/header.js";
import { firstAddress } from "../../src/mail/message-facts.js";
import { Learner } from "../../src/model/learning/learner.js";
import type { TextModel } from "../../src/model/text-model.js";
import { train } from "../../src/model/training.js";
import { shuffled } from "../checks/shuffled.js";
import { type Answer, type Judged, type Message, siteAnswer, TasteErrors } from "./taste-errors.js";

/** After how many lessons is measured. */
const STEPS = [0, 1, 2, 5, 20, 100] as const;
/** Lists for a user of lists, and newsgroups for another. */
export const LISTS = 3;
const GROUPS = 2;
/** Of five users, this many have lists. */
const OF_LISTS = 3;
/** Messages of a list that a taste needs; messages of a newsgroup that are read; tested messages of a list, and of all else. */
const [MIN_LIST, MAX_GROUP, TESTED, REST] = [60, 300, 60, 700];

/** Measures each kind of model after each of `STEPS`. */
export function measureTastes(mail: string, news: string, options: { users: number; seed: number; copies?: boolean }) {
  const { site, read, others, lists } = readSite(mail);
  const groups = byList(newsgroups(news).map(read));
  const kinds: { name: string; of: (lessons: readonly Judged[]) => Answer; rest: number }[] = [
    { name: "lessons above the site", of: aboveSite, rest: 1 },
    { name: "own model", of: (lessons) => learned(new Learner({ preset: "mail" }), lessons), rest: 0.3 },
    ...(options.copies ? [{ name: "copy that learns", of: copyOf(site), rest: 0.3 }] : []),
  ];
  const measured = new TasteErrors();
  for (let n = 0; n < options.users; n++) {
    const [from, size] = n % 5 < OF_LISTS ? [lists, LISTS] : [groups, GROUPS];
    const { lessons, tested, rest } = newUser(from, size, others, options.seed + n);
    for (const step of STEPS) {
      measured.add("site", step, tested, rest, siteAnswer);
      for (const kind of kinds) {
        const answer = step === 0 ? siteAnswer : kind.of(lessons.slice(0, step));
        measured.add(kind.name, step, tested, rest.slice(0, kind.rest * REST), answer);
      }
    }
  }
  return measured;
}

/** Trains the model of the site with one half of its mail. The other half is the mail of users. */
export function readSite(mail: string) {
  const all = [...openCorpus(mail)].map((document) => ({ ...document, list: listOf(document.bytes) }));
  const isSites = (id: string) => createHash("sha1").update(id).digest()[0] < 128;
  const site = train(
    all.filter(({ id }) => isSites(id)),
    { preset: "mail", remember: true },
  );
  const read = (document: { id: string; bytes: Uint8Array; label: string; list: string }): Message => {
    const parsed = site.read(document.bytes);
    const { ranking } = classifyRow(site.model, site.rowOfRead(parsed), 0, site.calibration);
    return { ...document, terms: lessonTerms(site, parsed), ranking };
  };
  const others = all.filter(({ id }) => !isSites(id)).map(read);
  const lists = byList(others.filter(({ list }) => list !== "")).filter((list) => list.length >= MIN_LIST / 2);
  return { site, read, others, lists };
}

/** Draws a user: messages to teach and to test from lists of the user's taste, and messages of all else. */
export function newUser(lists: readonly Message[][], size: number, others: readonly Message[], seed: number) {
  const random = seededRandom(seed);
  const chosen = shuffled(lists, random).slice(0, size);
  // One of two newsgroups is spam. Each list is drawn, and at least one is not as the site says.
  const labels = chosen.map((_, n) => (size === GROUPS ? n === 0 : random(2) === 0)).map((is) => (is ? "spam" : "ham"));
  if (chosen.every(([{ label }], n) => labels[n] === label)) labels[0] = labels[0] === "ham" ? "spam" : "ham";
  const judged = chosen.map((list, n) => shuffled(list, random).map((message) => ({ message, label: labels[n] })));
  const toTeach = judged.map((list) => list.slice(list.length >> 1));
  const lessons: Judged[] = [];
  while (lessons.length < STEPS[STEPS.length - 1] && toTeach.some((list) => list.length > 0)) {
    const next = toTeach[random(size)].pop();
    if (next !== undefined) lessons.push(next);
  }
  const own = new Set(chosen.flat());
  const rest = shuffled(
    others.filter((message) => !own.has(message)),
    random,
  ).slice(0, REST);
  return {
    lessons,
    tested: judged.flatMap((list) => list.slice(0, Math.min(TESTED, list.length >> 1))),
    rest: rest.map((message) => ({ message, label: message.label })),
  };
}

function aboveSite(lessons: readonly Judged[]): Answer {
  const own = new OwnAnswers(
    lessons.map(({ message, label }) => {
      const site = message.ranking.find((one) => one.label === label)?.probability ?? 0;
      return { digest: new Uint8Array(16), seconds: 0, label, site, ...keptTerms(message.terms) };
    }),
  );
  return ({ terms, ranking }) => {
    const answer = own.answer(terms);
    return (answer === undefined ? ranking : mixedRanking(ranking, answer))[0].label;
  };
}

const copyOf = (site: TextModel) => (lessons: readonly Judged[]) => learned(new Learner(site), lessons);

/** A model that has learned lessons. The site answers as long as it knows one class. */
export function learned(learner: Learner, lessons: readonly Judged[]): Answer {
  for (const { message, label } of lessons) learner.learn(label, message.bytes);
  if (learner.labels.length < 2) return siteAnswer;
  const known = new Map<Message, string>();
  return (message) => known.get(message) ?? learner.classify(message.bytes).label;
}

/** Returns the list or the newsletter of a message: the host of its List-Id, or the address of its sender. */
function listOf(bytes: Uint8Array): string {
  const fields = headerFields(bytes);
  const [, host] = /<?[^<>]*?([^.<>]+\.[^.<>]+)>?\s*$/.exec(firstValue(fields, "list-id") ?? "") ?? [];
  return (host ?? firstAddress(firstValue(fields, "from") ?? "") ?? "").toLowerCase();
}

/** Reads newsgroups as mail: as a list server would deliver them. */
function newsgroups(folder: string) {
  const counts = new Map<string, number>();
  return [...openCorpus(folder)].flatMap(({ id, label, bytes }) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    if (count > MAX_GROUP) return [];
    const head = `To: ${label}@news.example.org\nReceived: from news.example.org (news.example.org [192.0.2.7]) by mx.example.com with ESMTP\n`;
    return [{ id, label: "ham", list: label, bytes: Buffer.concat([Buffer.from(head), bytes]) }];
  });
}

/** Returns the messages of each list: its ham or, if it has none, its spam. */
function byList(messages: readonly Message[]): Message[][] {
  return [...groupedBy(messages, ({ list }) => list).values()].map((list) => {
    const ham = list.filter(({ label }) => label === "ham");
    return ham.length > 0 ? ham : list;
  });
}
