import { describe, expect, it } from "vitest";
import { COMPUTERS, DAY, PEOPLE, result, WEATHER } from "../../../helpers/lecture-tables.js";

describe.concurrent("the tables of the lectures", () => {
  it("play tennis: Mitchell 1997, section 6.9.1", async () => {
    const { json } = await result(...WEATHER, "--alpha", "0", "--query", DAY);
    const [{ label, joint, posterior, prior, attributes, logOdds }] = json.classified;
    expect(label).toBe("no");
    expect(joint.yes).toBeCloseTo(0.005291, 6);
    expect(joint.no).toBeCloseTo(0.0205714, 7);
    expect(posterior.no).toBeCloseTo(0.7954173, 7);
    expect(prior.yes).toBeCloseTo(9 / 14, 14);
    expect(attributes.map((one: { likelihood: { yes: number } }) => one.likelihood.yes)).toEqual(
      [2 / 9, 3 / 9, 3 / 9, 3 / 9].map((share) => expect.closeTo(share, 14)),
    );
    expect(logOdds).toEqual({ of: "no", against: "yes", value: expect.closeTo(Math.log(joint.no / joint.yes), 12) });
  });

  it("who buys a computer: Carnegie Mellon University, 10-315", async () => {
    const { json } = await result(...COMPUTERS, "--alpha", "0", "--query", "over35=0,student=1,bornBeforeJuly=1");
    const [{ label, joint, posterior }] = json.classified;
    expect(label).toBe("1");
    expect(joint["1"]).toBeCloseTo(0.13227513227513227, 14);
    expect(joint["0"]).toBeCloseTo(0.017142857142857144, 14);
    expect(posterior["1"]).toBeCloseTo(0.886, 2);
    expect(posterior["0"]).toBeCloseTo(0.114, 2);
  });

  it("man or woman by height, weight and foot size: both variances are to be had", async () => {
    const query = ["--query", "height=6,weight=130,footSize=8"];
    const { json } = await result(...PEOPLE, "--variance", "unbiased", ...query);
    const [{ label, joint, attributes }] = json.classified;
    expect(label).toBe("female");
    expect(joint.male / 6.197071843878083e-9).toBeCloseTo(1, 10);
    expect(joint.female / 0.0005377909183630022).toBeCloseTo(1, 10);
    const densities = { male: [1.5789, 5.9881e-6, 0.0013112], female: [0.22346, 0.016789, 0.28669] };
    for (const [sex, expected] of Object.entries(densities)) {
      // The lecture rounds on the way.
      for (const [a, density] of expected.entries()) expect(attributes[a].likelihood[sex] / density).toBeCloseTo(1, 3);
    }
    const [height, weight, footSize] = json.table.attributes;
    expect([height.means, weight.means, footSize.means]).toEqual([
      [5.4175, 5.855].map((mean) => expect.closeTo(mean, 12)),
      [132.5, 176.25],
      [7.5, 11.25],
    ]);
    expect(weight.squares.map((sum: number) => sum / 3)).toEqual([558.33, 122.92].map((v) => expect.closeTo(v, 2)));
    const other = await result(...PEOPLE, ...query);
    expect(other.json.classifier.variance).toBe("maximum-likelihood");
    expect(other.json.classified[0].joint.male).toBeLessThan(joint.male);
  });
});
