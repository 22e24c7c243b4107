import { join } from "node:path";
import { afterEach } from "vitest";
import { WatchState } from "../../../src/mailbox/watching/watch-state.js";
import { Watcher, type WatcherOptions } from "../../../src/mailbox/watching/watcher.js";
import { FakeMailbox } from "../../helpers/fake-mailbox.js";
import { FakeTeacher, message } from "../../helpers/fake-teacher.js";
import { temporaryFolder } from "../../helpers/folder.js";

/** The state of the watcher that was started last, until `stop`. */
let running: WatchState | undefined;

function stop(): void {
  running?.close();
  running = undefined;
}

/** To be called by each test file that uses these helpers. */
export const stoppingAtEnd = () => afterEach(stop);

/** The texts of messages: `a b/Junk` are the messages a, which says no class, and b, which says that it is Junk. */
const textsOf = (names: string) =>
  names.split(" ").map((name) => {
    const [id, label] = name.split("/");
    return message(id, label);
  });

/**
 * A mailbox with two classes, and what starts to watch it, again and again.
 *
 * @param there the messages of each folder: see `textsOf`
 */
export function setup(there: Readonly<Record<string, string>> = {}) {
  const mailbox = new FakeMailbox("Junk", "Trash", "Work");
  const path = join(temporaryFolder(), "state");
  const teacher = new FakeTeacher();
  const lines: string[] = [];
  const put = (names: string, folder = "INBOX") => {
    for (const text of textsOf(names)) mailbox.deliver(text, folder);
  };
  for (const [folder, names] of Object.entries(there)) put(names, folder);
  const start = (more: Partial<WatcherOptions> = {}) => {
    stop();
    const state = new WatchState(path);
    running = state;
    const tell = (line: string) => {
      if (!line.startsWith("watching")) lines.push(line);
    };
    const isStopped = () => false;
    const watcher = new Watcher({ mailbox, state, teacher, unsureBelow: 0.8, tell, isStopped, ...more });
    const rounds = async (count = 1) => {
      for (let n = 0; n < count; n++) await watcher.round();
    };
    return { state, watcher, rounds, inbox: () => watcher.inbox() };
  };
  return {
    ...{ mailbox, teacher, lines, put, start },
    /** Starts, and looks through all folders. */
    started: async (more: Partial<WatcherOptions> = {}) => {
      const watching = start(more);
      await watching.rounds();
      return watching;
    },
    move: (names: string, to: string, isCopy = false) => {
      for (const text of textsOf(names)) mailbox.move(text, to, isCopy);
    },
    /** The names of the folders that have a message. */
    folderOf: (name: string) => textsOf(name).flatMap((text) => mailbox.foldersOf(text)),
    remove: (name: string, from?: string) => mailbox.remove(textsOf(name)[0], from),
  };
}
