import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Notices that the licence of a package does not have, by the paths of modules: of data in packages that come from
 * elsewhere, and of methods that a file of ours has taken over. Each returns the notice. @param path of the module
 */
const NOTICES: readonly (readonly [module: RegExp, notice: (path: string) => string])[] = [
  [
    /\/src\/base\/fdlibm\.js$/,
    (path) => {
      const [notice] =
        /^ \* The methods and constants are those of fdlibm.*?preserved\./ms.exec(readFileSync(path, "utf8")) ?? [];
      if (notice === undefined) throw new Error(`${path} has no notice of fdlibm`);
      return `Includes fdlibm:\n\n${notice.replaceAll(/^ \*\x20?/gm, "")}`;
    },
  ],
  [
    /\/tldts\/.*\/trie\.js$/,
    () =>
      "Includes the Public Suffix List (MPL-2.0):\n\nhttps://publicsuffix.org/list/public_suffix_list.dat is the source. This Source Code Form is subject to the terms of\nthe Mozilla Public License, v. 2.0. You can obtain a copy of the MPL at https://mozilla.org/MPL/2.0/.",
  ],
  [
    /\/stopword\/dist\/stopword\.cjs\.js$/,
    (path) => `Includes lists of stop words:\n\n${readFileSync(join(path, "../3rd-party.txt"), "utf8").trim()}`,
  ],
];

/**
 * Returns a comment with the licences of the packages that modules are from, and with the notices of data and methods in
 * the modules. @param modules paths of files
 */
export function licencesOf(modules: readonly string[]): string {
  const roots = new Set<string>();
  for (const path of modules) {
    const [root] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    if (root !== undefined) roots.add(root);
  }
  /** The packages that come under the same terms, with their copyright. */
  const packages = new Map<string, string[]>();
  for (const root of [...roots].sort()) {
    const { name, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const file = readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : readFileSync(join(root, file), "utf8").trim();
    const [whole, copyright, terms] =
      /^(?:(?!Copyright)[^\n]*\n\s*)?(Copyright[^\n]*)\s+(Permission is hereby granted.*)$/s.exec(text) ?? [];
    const one = `Includes ${name} (${license}):\n\n${whole === undefined ? text : copyright}`;
    const key = terms?.replaceAll(/\s+/g, " ") ?? one;
    packages.set(key, [...(packages.get(key) ?? []), one]);
  }
  const texts = Array.from(packages, ([terms, those]) => (terms === those[0] ? terms : [...those, terms].join("\n\n")));
  for (const [module, notice] of NOTICES) {
    const path = modules.find((each) => module.test(each));
    if (path !== undefined) texts.push(notice(path));
  }
  return texts.length === 0 ? "" : `/*!\n${texts.sort().join("\n\n").replaceAll("*/", "* /")}\n*/`;
}
