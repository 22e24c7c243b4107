import { umask } from "node:process";
import fc from "fast-check";
import { afterAll } from "vitest";
import { removeFolders, temporaryFolder } from "./folder.js";
import { endViewsEarly } from "./short-lived-views.js";

// Runs before each test file; modules are shared by all files of a worker, so that what a file needs is done here.

// The umask may keep new files private, but some tests run a command as another user.
umask(0o022);
// The user's configuration has no part in it. The folder must be writable: other programs create theirs in it.
process.env.XDG_CONFIG_HOME = temporaryFolder();
delete process.env.THRESHER_MODEL;
// Each run tests a property with the same values; a file may choose its own seed. `.ci/run` tests with more of them.
fc.configureGlobal({ seed: 1, numRuns: process.env.THOROUGH === undefined ? 20 : 100 });
// What is valid until the next call only must not be kept.
endViewsEarly();
afterAll(removeFolders);
