import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a comment with the licences of the packages that modules are from. @param modules paths of files */
export function licencesOf(modules: readonly string[]): string {
  const roots = new Set<string>();
  for (const path of modules) {
    const [root] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    if (root !== undefined) roots.add(root);
  }
  const texts = Array.from(roots, (root) => {
    const { name, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const file = readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
    return `Includes ${name} (${license}):\n\n${file === undefined ? "" : readFileSync(join(root, file), "utf8").trim()}`;
  });
  return texts.length === 0 ? "" : `/*!\n${texts.sort().join("\n\n").replaceAll("*/", "* /")}\n*/`;
}
