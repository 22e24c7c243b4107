import { expect, it } from "vitest";
import { Corpus } from "../../../src/documents/corpora/corpus.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { divideCorpus } from "../../../src/documents/shards/divide.js";
import { folderWith } from "../../helpers/folder.js";

const classes = { Junk: { "1": "a" }, "Bulk=Mail": { "2": "b" }, Work: { "3": "c" }, "Bulk Mail": { "4": "d" } };
const folder = folderWith(classes);
const renameClass = ["Bulk Mail=Junk", "Work=Job=Paid"];
const labelsById = { "Bulk Mail/4": "Junk", "Bulk=Mail/2": "Bulk=Mail", "Junk/1": "Junk", "Work/3": "Job=Paid" };

it("gives classes other names, and makes one of two classes with the same new name", () => {
  const corpus = openCorpus(folder, { renameClass });
  const ofDocuments = (documents: Iterable<{ id: string; label: string }>) =>
    Object.fromEntries(Array.from(documents, ({ id, label }) => [id, label]));
  expect(corpus.labels).toEqual(["Bulk=Mail", "Job=Paid", "Junk"]);
  expect(ofDocuments(corpus)).toEqual(labelsById);
  expect(ofDocuments(new Corpus(structuredClone(corpus.share())))).toEqual(labelsById);
  expect(ofDocuments(corpus.only(new Set(["Work/3"])))).toEqual({ "Work/3": "Job=Paid" });
  const halves = [corpus.slice(0, corpus.weight / 2), corpus.slice(corpus.weight / 2, corpus.weight)];
  expect(Object.assign({}, ...halves.map(ofDocuments))).toEqual(labelsById);
});

it.each([
  ["Spam=Junk", 'renameClass: there is no class "Spam"; there are Bulk Mail, Bulk=Mail, Junk, Work'],
  ["Junk", 'renameClass: give a class and its new name, such as Bulk=Junk, not "Junk"'],
])("refuses %s, and says why", (pair, message) => {
  expect(() => openCorpus(folder, { renameClass: [pair] })).toThrow(message);
});

it("refuses documents with several classes, and a plan, which has no names", () => {
  expect(() => openCorpus(folder, { renameClass, multiLabel: true })).toThrow("one class for each document");
  expect(() => divideCorpus(openCorpus(folder, { renameClass }).share(), 2)).toThrow("rename the folders");
});
