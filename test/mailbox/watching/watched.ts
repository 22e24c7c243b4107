import { join } from "node:path";
import { WatchState } from "../../../src/mailbox/watching/watch-state.js";
import { Watcher, type WatcherOptions } from "../../../src/mailbox/watching/watcher.js";
import { FakeMailbox } from "../../helpers/fake-mailbox.js";
import { FakeTeacher } from "../../helpers/fake-teacher.js";
import { temporaryFolder } from "../../helpers/folder.js";

/** A mailbox with two classes, watched. */
export function setup({
  path = join(temporaryFolder(), "state"),
  mailbox = new FakeMailbox("Junk", "Trash", "Work"),
} = {}) {
  const teacher = new FakeTeacher();
  const lines: string[] = [];
  const start = (more: Partial<WatcherOptions> = {}) => {
    const state = new WatchState(path);
    const tell = (line: string) => {
      if (!line.startsWith("watching")) lines.push(line);
    };
    const watcher = new Watcher(mailbox, state, teacher, { unsureBelow: 0.8, tell, isStopped: () => false, ...more });
    return { state, watcher };
  };
  return { mailbox, teacher, lines, path, start };
}
