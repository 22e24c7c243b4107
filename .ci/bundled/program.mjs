// Uses every part of the library that is loaded late, and its worker threads. It writes its documents into the current
// folder, and prints labels and digests, which are the same wherever it runs.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { classify, load, openCorpus, save, serialize, train, trainAsync } from "text-thresher";
import { CLASSIFIER_NAMES } from "text-thresher/classifiers";
import {
  DEFAULT_SETTINGS,
  evaluateByProtocol,
  evaluationHtml,
  evaluationReport,
  reportDetails,
  reportText,
  tuneCorpus,
} from "text-thresher/evaluation";
import { STOP_WORD_LANGUAGES, stopWords } from "text-thresher/features";
import { filterMessage, loadToFilter, messageClassifier } from "text-thresher/mail";

const print = (what, result) => console.log(`${what}: ${result}`);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

// More messages than one thread reads. Some are HTML, and some are in a charset with two bytes a character.
const WORDS = {
  ham: "meeting agenda lunch friday report minutes train office",
  spam: "prize money offer cheap watches claim winner cash",
};
for (const [label, list] of Object.entries(WORDS)) {
  mkdirSync(`mail/${label}`, { recursive: true });
  const words = list.split(" ");
  for (let i = 0; i < 600; i++) {
    const text = Array.from({ length: 12 }, (_, w) => words[(i * (w + 3) + w * w) % words.length]).join(" ");
    const html = `<style>p { color: lab(50% 40 calc(2 * 10)) }</style><p>${text} <a href="http://a.example.co.uk/">x</a>`;
    const [type, body] =
      i % 3 === 0
        ? ["text/html; charset=utf-8", html]
        : ["text/plain; charset=gb2312", i % 3 === 1 ? text : Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 32, (i % 26) + 97])];
    const head = `From: ${label}@example.org\nSubject: ${words[i % 7]}\nContent-Type: ${type}\n\n`;
    writeFileSync(`mail/${label}/${i}.eml`, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
  }
}
const message =
  "Subject: hello\nContent-Type: text/html\n\n<p style='color: lab(50% 40 20)'>claim your <b>prize</b> money</p>";

async function main() {
  const mail = openCorpus("mail");
  const sameModel = (documents, preset) => {
    const [one, two] = [1, 2].map((jobs) => digest(serialize(train(documents, { preset, jobs }))));
    return one === two;
  };
  print("a model of mail by two threads is that of one", sameModel(mail, "mail"));
  save(await trainAsync("mail", { preset: "mail", jobs: 2 }), "mail.model");
  print("a message with HTML", classify(load("mail.model"), message).label);
  const marked = filterMessage(Buffer.from(message), messageClassifier(loadToFilter("mail.model")), { spam: "spam" });
  print("the filter", marked.verdict.decision);

  const documents = Array.from({ length: 120 }, (_, i) => {
    const label = i % 2 === 0 ? "ham" : "spam";
    const words = WORDS[label].split(" ");
    return { id: `${i}`, label, text: `the ${words[i % 8]} and ${words[(i * 5) % 8]} of the ${words[(i * 3) % 7]}s` };
  });
  const stemmed = train(documents, { stopWords: "en", stem: "porter" });
  print(
    "stop words and stems",
    `${STOP_WORD_LANGUAGES.length} ${stopWords("en").length} ${digest(serialize(stemmed))}`,
  );
  print("best by two threads is that of one", sameModel(documents, "best"));

  const rows = ["label,text", ...documents.map(({ label, text }) => `${label},"${text}, ""quoted"""`)].join("\n");
  writeFileSync("rows.csv", rows);
  writeFileSync("rows.csv.gz", gzipSync(rows));
  for (const path of ["rows.csv", "rows.csv.gz"]) print(path, classify(train(openCorpus(path)), "prize money").label);

  const protocol = { kind: "folds", folds: 3, repeats: 1, seed: 1 };
  const options = { keepsRows: true, jobs: 2 };
  const { evaluation, splits, tested } = evaluateByProtocol([mail], DEFAULT_SETTINGS, protocol, options);
  print("evaluation", evaluation.accuracy.toFixed(4));
  const [classifier] = CLASSIFIER_NAMES.map((name) => ({ name }));
  const report = evaluationReport(evaluation, classifier, protocol, tested.ids);
  for (const name of ["report.svg", "report.md", "report.json"]) print(name, digest(await reportText(report, name)));
  const details = reportDetails(evaluation, {
    settings: DEFAULT_SETTINGS,
    data: tested,
    splits,
    read: () => undefined,
  });
  const page = { ...details, corpus: "mail", evaluation, classifier, protocol, ids: tested.ids };
  const rest = { link: () => undefined, command: "", version: "" };
  print("report.html", digest(await evaluationHtml({ ...page, ...rest })));

  const tuned = await tuneCorpus(openCorpus("rows.csv"), { minutes: 0.02, folds: 2, jobs: 2 });
  print("a search in threads", tuned.documents);
}

main();
