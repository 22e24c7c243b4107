import { expect, it } from "vitest";
import { placeFrom, placeText, shownPlace } from "../../../src/mailbox/filing/place.js";
import { labelPaths } from "../../../src/mailbox/imap/folders.js";

const folder = (path: string, name: string, delimiter: string) => {
  return { path, name, delimiter, isSelectable: true, isReachable: true };
};
const namespace = (prefix: string, delimiter: string) => ({ namespace: { prefix, delimiter } });

it("labels get the folders of their names, with slashes or dots, and new ones below the prefix of the namespace", () => {
  const folders = [folder("INBOX", "INBOX", "."), folder("INBOX.Work.Money", "Work/Money", ".")];
  const labels = ["Work/Money", "Work.Money", "a/b", "node.js", "inbox", "50%*\u0007"];
  const paths = [...labelPaths(labels, folders, namespace("INBOX.", ".")).values()];
  expect(paths.slice(0, 3)).toEqual(["INBOX.Work.Money", "INBOX.Work.Money", "INBOX.a.b"]);
  expect(paths.slice(3)).toEqual(["INBOX.node%2ejs", "INBOX", "INBOX.50%25%2a%07"]);
  expect([...labelPaths(["a/b", "node.js"], [], namespace("", "/")).values()]).toEqual(["a/b", "node.js"]);
});

it("places are read as they were written, whatever the folder is called", () => {
  for (const name of ["INBOX", "a;UIDVALIDITY=1", "x/;UID=3", "Grüße\n&"]) {
    const place = { folder: name, validity: "4294967295", uid: 17 };
    expect(placeFrom(placeText(place))).toEqual(place);
    expect(placeFrom(placeText({ folder: name }))).toEqual({ folder: name });
    expect(shownPlace(placeText(place))).toBe(`${name}#17`);
  }
});
