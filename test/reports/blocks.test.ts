import { expect, it } from "vitest";
import { dimmed, type Section, terminalText } from "../../src/reports/blocks.js";

const SECTIONS: readonly Section[] = [
  [{ heading: "the result of a\n" }, dimmed("a remark that is longer than a line")],
  [],
  [
    {
      rows: [
        ["class", "n"],
        ["\u202eham", "12"],
      ],
      align: "lr",
      notes: [[], ["like spam/7"]],
    },
    "a sentence of six short words",
  ],
  [({ columns }) => [`drawn in ${columns} columns`], { code: "x\ny", language: "json" }],
  [
    { name: "plot", plot: () => ({ $schema: "", description: "" }), drawing: () => ["picture"] },
    { title: "list", items: [{ name: "a\n", link: "./a", remarks: ["why"] }] },
    { name: "only on a page", plot: () => ({ $schema: "", description: "" }) },
  ],
];

it("a result is sections with blank lines between them, made safe and as wide as the terminal", () => {
  expect(terminalText(SECTIONS, { columns: 20 })).toBe(`the result of a\\n
a remark that is
longer than a line

class       n
\\u202eham  12
like spam/7
a sentence of six
short words

drawn in 20 columns
x
y

picture
`);
});

it("a result has looks where there are colours", () => {
  const text = terminalText(SECTIONS.slice(0, 1), { colour: true });
  expect(text).toBe("\u001b[1mthe result of a\\n\u001b[22m\n\u001b[2ma remark that is longer than a line\u001b[22m\n");
});

it("remarks are beside a table, in lines that fit, of 30 columns at least", () => {
  const rows = [
    ["accuracy", "1 %"],
    ["chance", "0 %"],
  ];
  const remarks = [["an interval of two numbers,", "2 of 200 right"], []];
  const text = (columns: number) => terminalText([[{ rows, align: "lr", remarks }]], { columns });
  expect(text(80)).toBe("accuracy  1 %  an interval of two numbers, 2 of 200 right\nchance    0 %\n");
  expect(text(50)).toBe("accuracy  1 %  an interval of two numbers,\n               2 of 200 right\nchance    0 %\n");
  expect(text(20)).toBe(text(45));
});
