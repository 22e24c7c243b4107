import { describe, expect, it } from "vitest";
import type { Classification } from "../../../src/classifiers/classifier.js";
import { type ClassificationFormat, lineFormat } from "../../../src/reports/classification/classification-lines.js";
import { width } from "../../../src/reports/terminal/terminal.js";

function classification(label: string, probability: number): Classification {
  const other = { label: "other", probability: 1 - probability };
  return { label, probability, logOdds: 2.5, ranking: [{ label, probability }, other], knownTokens: 12, clarity: 1 };
}

const RESULTS: [string, Classification][] = [
  ["inbox/1", classification("ham", 0.98765)],
  ['in "box", 2', classification("spam, or so", 0.5)],
  ["漢字/3", classification("__proto__", 1)],
  ["evil\n\t\u001b[2J\\n", classification("bad\u202e\tname", 1e-9)],
];

describe("classifications", () => {
  const printed = (name: ClassificationFormat) => {
    const paths = RESULTS.map(([path]) => path);
    const labels = ["other", ...RESULTS.map(([, { label }]) => label)];
    const format = lineFormat(name, paths, labels, { probabilities: true });
    return format.header + RESULTS.map(([path, result]) => format.line({ path, classification: result })).join("");
  };

  it("are aligned as a table", () => {
    expect(printed("table")).toMatchInlineSnapshot(`
      "inbox/1              ham              0.988
      in "box", 2          spam, or so      0.500
      漢字/3               __proto__        1.000
      evil\\n\\t\\u001b[2J\\n  bad\\u202e\\tname  0.000
      "
    `);
  });

  it("are separated by tabs, and names can be got back", () => {
    expect(printed("tsv")).toMatchInlineSnapshot(`
      "path	label	probability	P(other)	P(ham)	P(spam, or so)	P(__proto__)	P(bad\\u202e\\tname)	note
      inbox/1	ham	0.9877	0.0123	0.9877				
      in "box", 2	spam, or so	0.5000	0.5000		0.5000			
      漢字/3	__proto__	1.0000	0.0000			1.0000		
      evil\\n\\t\\u001b[2J\\\\n	bad\\u202e\\tname	0.0000	1.0000				0.0000	
      "
    `);
  });

  it("have a column for every class if that is wanted, named as no other column is", () => {
    const names = ["path", "label", "probability", "P(path)"];
    const ranking = names.map((label, i) => ({ label, probability: i / 6 })).reverse();
    const one = { ...classification("P(path)", 0.5), ranking };
    for (const form of ["csv", "tsv"] as const) {
      const { header, line } = lineFormat(form, ["-a"], names, { probabilities: true });
      expect((header + line({ path: "-a", classification: one })).replaceAll("\t", ",")).toBe(
        "path,label,probability,P(path),P(label),P(probability),P(P(path)),note\n'-a,P(path),0.5000,0.0000,0.1667,0.3333,0.5000,\n",
      );
    }
  });

  it("end with the cells of other columns, which may have any name", () => {
    const others = ["who", "label", "P(ham)"];
    const cells = new Map(Object.entries({ who: "=1+1", "P(ham)": "a, b" }));
    const one = { path: "t.csv#1", classification: classification("ham", 0.98765), note: "guess", cells };
    const { header, line } = lineFormat("csv", ["t.csv#1"], ["ham", "other"], { others });
    expect(header + line(one)).toBe(
      'path,label,probability,note,who,label.1,P(ham)\nt.csv#1,ham,0.9877,guess,\'=1+1,,"a, b"\n',
    );
    const json = JSON.parse(lineFormat("ndjson", [], ["ham"], { others }).line(one));
    expect(json).toMatchObject({ label: "ham", columns: { who: "=1+1", "P(ham)": "a, b" } });
  });

  it("are a JSON value a line", () => {
    expect(printed("ndjson")).toMatchInlineSnapshot(`
      "{"path":"inbox/1","label":"ham","probability":0.98765,"logOdds":2.5,"knownTokens":12,"probabilities":{"ham":0.98765,"other":0.012349999999999972},"note":null}
      {"path":"in \\"box\\", 2","label":"spam, or so","probability":0.5,"logOdds":2.5,"knownTokens":12,"probabilities":{"spam, or so":0.5,"other":0.5},"note":null}
      {"path":"漢字/3","label":"__proto__","probability":1,"logOdds":2.5,"knownTokens":12,"probabilities":{"__proto__":1,"other":0},"note":null}
      {"path":"evil\\n\\t\\u001b[2J\\\\n","label":"bad\\u202e\\tname","probability":1e-9,"logOdds":2.5,"knownTokens":12,"probabilities":{"bad\\u202e\\tname":1e-9,"other":0.999999999},"note":null}
      "
    `);
  });

  describe("with headings", () => {
    const subject = "lunch, \u202e at \u001b[2J noon\tor later, as we said when we met the other day";
    const message = { path: "inbox/1", heading: { from: "ann@example.org", subject } };
    const line = (columns?: number) => {
      const format = lineFormat("table", ["inbox/1"], ["ham", "spam"], { hasHeadings: true, columns });
      return format.line({ ...message, classification: classification("ham", 0.5) });
    };

    it("show them before the class in a table, cut, and blank for a text", () => {
      expect(line()).toBe(
        "inbox/1  ann@example.org               lunch, \\u202e at \\u001b[…en we met the other day  ham   0.500\n",
      );
      const { line: of } = lineFormat("table", ["a"], ["ham"], { hasHeadings: true });
      const text = of({ path: "a", classification: classification("ham", 1) });
      expect(text).toBe(`a  ${" ".repeat(28 + 2 + 48)}  ham  1.000\n`);
    });

    it("are as wide as the terminal", () => {
      for (const columns of [60, 80, 100, 173]) {
        expect(width(line(columns).trimEnd()), `${columns}`).toBeLessThanOrEqual(columns);
      }
      expect(width(line(100).trimEnd())).toBe(100);
      expect(line(10)).toMatch(/^inbox\/1 {5}ann@e…\.org {2}/);
    });
  });
});
