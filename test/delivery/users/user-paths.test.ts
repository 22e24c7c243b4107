import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { userPaths } from "../../../src/delivery/users/user-paths.js";
import { temporaryFolder } from "../../helpers/folder.js";

describe("the paths of the models of users", () => {
  const folder = temporaryFolder();
  const paths = userPaths(join(folder, "%u.model"));

  it.each(["anna", "me@example.org", "a..b", "anna.model", "Änna", "太郎", "$&", "%u", "DOMAIN\\anna", "-rf", "~"])(
    "has a file for %s",
    (user) => expect(paths.pathOf(user)).toBe(`${folder}/${user}.model`),
  );

  it.each([
    ...["", ".", "..", "../anna", ".hidden"].map((user) => [user, "is empty or begins with a dot"]),
    ...["a/../../b", "/etc/passwd"].map((user) => [user, "has a slash"]),
    ...["a\0b", "a\nb", "a\x7fb", "a\u202eb", "a\u200bb"].map((user) => [user, "cannot be seen"]),
    ...["a\ufffdb", "a\ud800b"].map((user) => [user, "not UTF-8"]),
    ...["a".repeat(300), "ä".repeat(100)].map((user) => [user, "is too long"]),
  ])("refuses the name %j", (user, why) => {
    expect(() => paths.pathOf(user)).toThrow(why);
    expect(() => paths.pathOf(user)).toThrow(/^the user name ".{0,70}" is refused: it [^\n\0]*$/);
  });

  it("take names that leave room for the files beside a model, and may have the name in a folder", () => {
    expect(paths.pathOf("a".repeat(191))).toHaveLength(folder.length + 1 + 197);
    expect(() => paths.pathOf("a".repeat(192))).toThrow("is too long");
    expect(userPaths(`${folder}/x-%u/mail.model`).pathOf("anna")).toBe(`${folder}/x-anna/mail.model`);
  });

  it.each([
    ["all.model", "must have one %u"],
    ["%u/%u.model", "must have one %u"],
    ["%d/%u.model", "must have one %u, for the name of the user, no other %"],
    ["%u", "and an end of its own, such as %u.model"],
    ["%u.queue", "and an end of its own, such as %u.model"],
    ["%u.model.previous", "and an end of its own, such as %u.model"],
  ])("refuses the pattern %s", (pattern, why) => {
    expect(() => userPaths(join(folder, pattern))).toThrow(why);
  });

  it("refuses a folder that is missing, or that others can write to", () => {
    expect(() => userPaths(join(folder, "none/%u.model"))).toThrow("the folder of the users' files cannot be used");
    const open = temporaryFolder();
    chmodSync(open, 0o777);
    expect(() => userPaths(join(open, "%u.model"))).toThrow("other users can write to it");
  });

  it("trusts a file only if nobody else can write to it or to its folders, and no link is on its path", () => {
    const nested = userPaths(`${folder}/%u/mail.model`);
    mkdirSync(`${folder}/anna`, { mode: 0o755 });
    const path = nested.pathOf("anna");
    writeFileSync(path, "", { mode: 0o644 });
    const trusting = (at = path, of = nested) => expect(() => of.requireTrusted(at));
    trusting().not.toThrow();
    chmodSync(path, 0o666);
    trusting().toThrow(`${path}: other users can write to it`);
    chmodSync(path, 0o644);
    chmodSync(`${folder}/anna`, 0o777);
    trusting().toThrow(`${folder}/anna: other users can write to it`);
    chmodSync(`${folder}/anna`, 0o755);
    symlinkSync("anna", `${folder}/ben`);
    trusting(nested.pathOf("ben")).toThrow("a symbolic link is on this path");
    symlinkSync("mail.model", `${folder}/anna/other.model`);
    const other = userPaths(`${folder}/anna/%u.model`);
    trusting(other.pathOf("other"), other).toThrow("a symbolic link is on this path");
    // The folder itself may be a link: the user of the server has named it.
    symlinkSync(folder, join(folder, "link"));
    expect(userPaths(`${folder}/link/%u.model`).pathOf("anna")).toBe(`${folder}/anna.model`);
  });
});
