/** Runs `thresher table` on the tables of the lectures. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { thresher } from "./command.js";
import { folderWith } from "./folder.js";

const TABLES = fileURLToPath(new URL("../../corpora/tables", import.meta.url));
export const WEATHER = [join(TABLES, "play-tennis.csv"), "--target", "play"];
export const COMPUTERS = [join(TABLES, "buys-computer.csv"), "--target", "buys"];
export const PEOPLE = [join(TABLES, "measurements.csv"), "--target", "sex"];
export const DAY = "outlook=sunny,temperature=cool,humidity=high,windy=true";

export const table = (...args: string[]) => thresher(["table", ...args]);

/** The output with `--json`, and the notices. */
export async function result(...args: string[]) {
  const { code, stdout, stderr } = await table(...args, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  return { json: JSON.parse(stdout), stderr };
}

/** A file with a table. */
export const fileOf = (content: string | Uint8Array) => join(folderWith({ "t.csv": content }), "t.csv");
