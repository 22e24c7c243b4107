import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { firstAddress } from "../../src/email/address.js";
import { addressesOf } from "../../src/email/address-list.js";
import { firstValue, headerFields } from "../../src/email/header.js";
import { writtenAddresses } from "./written-messages.js";

fc.configureGlobal({ seed: 91 });

describe("addressesOf", () => {
  it.each([
    ["ann@alpha.example, Bob <BOB@beta.example>", ["ann@alpha.example", "bob@beta.example"]],
    ['"Smith, Ann" <ann@alpha.example>, bob@beta.example (Bob, of course)', ["ann@alpha.example", "bob@beta.example"]],
    [
      "friends: ann@alpha.example, bob@beta.example; carol@gamma.example",
      ["ann@alpha.example", "bob@beta.example", "carol@gamma.example"],
    ],
    ['"never closed, ann@alpha.example, bob@beta.example', ["ann@alpha.example", "bob@beta.example"]],
    ["undisclosed-recipients:;", []],
    ["", []],
  ])("finds in %s %j", (value, addresses) => {
    expect(addressesOf(value, 10)).toEqual(addresses);
  });

  it("reads as many as are wanted and no more", () => {
    expect(addressesOf("a@x.example, b@x.example, c@x.example", 2)).toEqual(["a@x.example", "b@x.example"]);
  });

  it("gets back every address of a list, with names and comments around", () => {
    const local = fc.stringMatching(/^[a-z0-9]{1,8}$/).map((name) => `${name}@host.example`);
    const form = fc.constantFrom(
      (a: string) => a,
      (a: string) => `"Doe, Jo" <${a}>`,
      (a: string) => `${a} (Jo (or Jan))`,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(local, form)), (list) => {
        const value = list.map(([address, write]) => write(address)).join(", ");
        expect(addressesOf(value, 100)).toEqual(list.map(([address]) => address));
      }),
    );
  });

  it("reads what was written and what postal-mime reads: groups, comments, quoted names, encoded words", async () => {
    await fc.assert(
      fc.asyncProperty(writtenAddresses, async ({ written, addresses }) => {
        const message = Buffer.from(`To: ${written}\nFrom: ${written}\n\n`);
        const header = headerFields(message);
        expect(addressesOf(firstValue(header, "to") ?? "", 100)).toEqual(addresses);
        if (addresses.length > 0) expect(firstAddress(firstValue(header, "from") ?? "")).toBe(addresses[0]);
        const { to = [] } = await PostalMime.parse(message);
        const oracle = to.flatMap((entry) => entry.group ?? [entry]);
        expect(oracle.map(({ address }) => address?.toLowerCase())).toEqual(addresses);
      }),
      { numRuns: 300 },
    );
  });
});
