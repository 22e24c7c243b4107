/**
 * `text-thresher/mail`: reads, filters and files messages, teaches models one message at a time, and asks servers.
 */

export { firstValue, type HeaderField } from "../mail/header/header.js";
export { decodeEncodedWords } from "../mail/header/header-text.js";
export type { ThreadedMessage } from "../mail/header/threads.js";
export type { Message, MessageNote, MessagePart } from "../mail/message.js";
export type { HeaderSettings, MessageFacts, MessageHeading } from "../mail/message-facts.js";
export type { DocumentForm, Strippable } from "../mail/news.js";
export { readMessage } from "../mail/read-message.js";
export type { NewField } from "../mail/rewrite/marked-message.js";
export { deserialize, type IdentifiedModel, loadToFilter } from "../model/file/model-file.js";
export { type UpdateOptions, updateModel } from "../model/file/model-update.js";
export { serialize } from "../model/file/save-model.js";
export { type ForgetOptions, type Forgetting, type ForgottenDocument, forget } from "../model/learning/forget.js";
export type { DocumentFate, Learning, LearnOptions } from "../model/learning/learn.js";
export { learn, relabel, unlearn } from "../model/learning/learn.js";
export type { Fate } from "../model/learning/learner.js";
export { newModel } from "../model/learning/remembering-model.js";
export { Filer } from "./filing/filer.js";
export type { BeginEntry, FilingMode, IntentEntry, Journal, JournalStep } from "./filing/journal.js";
export { labelFolders } from "./filing/label-folders.js";
export { type OnRefused, readJournal } from "./filing/read-journal.js";
export type { ArchivedMessage, Filed, FilerOptions, Filing } from "./filing/store.js";
export { realInto } from "./filing/target-folders.js";
export { type Repair, type Undone, undo } from "./filing/undo.js";
export type { FilterOptions, MessageAnswer } from "./filter/decide.js";
export type { FilterStyle } from "./filter/filter-styles.js";
export { type Filtered, filterMessage, type MessageClassifier, messageClassifier } from "./filter/mail-filter.js";
export type { Decision, SpamProbability, Verdict } from "./filter/verdict.js";
export { addressOf, type ServerAddress } from "./serving/address.js";
export { askServer } from "./serving/ask-server.js";
