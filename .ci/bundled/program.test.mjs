import { classify, train } from "text-thresher";
import { expect, it } from "vitest";

it("classifies messages with HTML and stems", () => {
  const documents = [
    { label: "ham", text: "Subject: lunch\n\nlunch on friday" },
    { label: "spam", text: "Subject: win\nContent-Type: text/html\n\n<p>claim your prizes" },
  ];
  const model = train(documents, { preset: "mail" });
  expect(classify(model, "Content-Type: text/html\n\n<b>prizes</b>").label).toBe("spam");
  expect(classify(train(documents, { stem: "porter", stopWords: "en" }), "prize").label).toBe("spam");
});
