import { join } from "node:path";
import { afterEach } from "vitest";
import { WatchState } from "../../../src/mailbox/watching/watch-state.js";
import { Watcher, type WatcherOptions } from "../../../src/mailbox/watching/watcher.js";
import { FakeMailbox } from "../../helpers/fake-mailbox.js";
import { FakeTeacher } from "../../helpers/fake-teacher.js";
import { temporaryFolder } from "../../helpers/folder.js";

/** The state of the watcher that was started last, until `stop`. */
let running: WatchState | undefined;

export function stop(): void {
  running?.close();
  running = undefined;
}

/** To be called by each test file that uses these helpers. */
export const stoppingAtEnd = () => afterEach(stop);

/** A mailbox with two classes, and what starts to watch it, again and again. */
export function setup() {
  const mailbox = new FakeMailbox("Junk", "Trash", "Work");
  const path = join(temporaryFolder(), "state");
  const teacher = new FakeTeacher();
  const lines: string[] = [];
  const start = (more: Partial<WatcherOptions> = {}) => {
    stop();
    const state = new WatchState(path);
    running = state;
    const tell = (line: string) => {
      if (!line.startsWith("watching")) lines.push(line);
    };
    const isStopped = () => false;
    const watcher = new Watcher({ mailbox, state, teacher, unsureBelow: 0.8, tell, isStopped, ...more });
    return { state, watcher };
  };
  /** Starts, and looks through all folders. */
  const started = async (more: Partial<WatcherOptions> = {}) => {
    const { state, watcher } = start(more);
    await watcher.round();
    return { state, watcher };
  };
  return { mailbox, teacher, lines, path, start, started };
}
