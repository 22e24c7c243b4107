import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JOB_SCRIPTS } from "../../../src/cli/output/job-scripts.js";
import { COMMAND, execute, thresher } from "../../helpers/command.js";
import { expectFault } from "../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../helpers/folder.js";

/** Runs a job at once, or each of an array, as Slurm would. */
const SBATCH = `#!/bin/sh
echo "$@" >> "$CALLS"
cat > "$CALLS.job"
case "$*" in
  *--array=0-1*) for i in 0 1; do SLURM_ARRAY_TASK_ID=$i "\${SHELL_OF_JOBS:-sh}" "$CALLS.job" >&2 || exit 1; done; echo "17;cluster";;
  *) "\${SHELL_OF_JOBS:-sh}" "$CALLS.job";;
esac
`;

/** Names that a shell, a text in a script, or Kubernetes might take for something else. */
const NAMES = [
  "it's",
  'a "quoted" name',
  "line\nJOB\ntouch gained\n",
  "JOB\nJOB_",
  "back\\slash\\\\ \\n",
  "$HOME $(touch gained) `touch gained` $\u007bHOME}",
  "$(HOME) $$(HOME) $$",
  "tab\tbell\u0007return\r",
  "zero\u200bwidth \u2028 \u0085 \u{1f600}",
  "#; & | > * ? [a] ~ !x",
];
const SHELLS = ["dash", "bash"].filter((shell) => existsSync(`/bin/${shell}`));

describe("the script of a plan", () => {
  it("for Slurm counts each shard in a job of an array and then merges, whatever the folder is called", async () => {
    const folder = join(temporaryFolder(), "it's $HOME; a folder");
    mkdirSync(folder);
    const corpus = folderWith(twoClasses(3));
    const plan = join(folder, "plan.json");
    const { stdout: script } = await thresher(["plan", corpus, "--shards", "2", "-o", plan, "--script", "slurm"]);
    const bin = folderWith({ sbatch: SBATCH, "job.sh": script });
    chmodSync(join(bin, "sbatch"), 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, CALLS: join(bin, "calls"), THRESHER: COMMAND };
    const { code, stdout } = await execute("sh", [join(bin, "job.sh"), "--partition=night"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Added up 2 parts: 2 classes from 6 documents/);
    const [count, merge] = readFileSync(join(bin, "calls"), "utf8").trim().split("\n");
    expect(count).toBe("--parsable --requeue --job-name=thresher-count --array=0-1 --partition=night");
    expect(merge).toBe("--job-name=thresher-merge --dependency=afterok:17 --kill-on-invalid-dep=yes --partition=night");
    const trained = join(folder, "trained.model");
    await thresher(["train", corpus, "-m", trained]);
    expect(readFileSync(join(folder, "plan.model")).equals(readFileSync(trained))).toBe(true);
  });

  it("for Kubernetes is a manifest of an indexed job and of one that waits for its parts", async () => {
    const plan = '/mnt/it\'s "here"/plan.json';
    const manifest = JOB_SCRIPTS.kubernetes({ plan, digest: "0123456789", shards: 25, root: "/mnt/mail" });
    const [count, merge] = manifest.split("\n---\n");
    expect(count).toContain("\n  completionMode: Indexed\n  completions: 25\n  parallelism: 10\n");
    expect(count).toContain('{ name: corpus, mountPath: "/mnt/mail", readOnly: true }');
    const commandOf = (job: string): string[] => JSON.parse(/^ +command: (.*)$/m.exec(job)?.[1] ?? "");
    expect(commandOf(count)[2]).toContain('--shard "$JOB_COMPLETION_INDEX" -o');
    expect(commandOf(merge)[2]).toContain("-ge 25 ]");
    // Jobs and parts of another plan have other names.
    expect([count, merge].map((job) => /^ {2}name: (.*)$/m.exec(job)?.[1])).toEqual([
      "thresher-count-01234567",
      "thresher-merge-01234567",
    ]);
    for (const job of [count, merge]) expect(commandOf(job)[2]).toContain("/plan-01234567.parts");
    for (const job of [count, merge]) {
      const file = join(temporaryFolder(), "command.sh");
      writeFileSync(file, commandOf(job)[2]);
      expect(await execute("sh", ["-n", file])).toMatchObject({ code: 0, stderr: "" });
      expect(job.match(/^\s*(?:- )?\S[^:]*:/gm)?.every((line) => !line.includes("\t"))).toBe(true);
    }
  });

  it("for Kubernetes mounts a folder once that has both the corpus and the plan", () => {
    const manifest = JOB_SCRIPTS.kubernetes({ plan: "/mnt/mail/plan.json", digest: "0", shards: 2, root: "/mnt/mail" });
    expect(manifest.match(/mountPath: .*/g)).toEqual(Array(2).fill('mountPath: "/mnt/mail" }'));
    expect(manifest).not.toContain("readOnly");
  });

  it.each(NAMES)("for Slurm is read by dash and bash alike, whatever the plan is called: %j", async (name) => {
    const folder = join(temporaryFolder(), name);
    mkdirSync(folder);
    const plan = join(folder, "plan.json");
    const script = JOB_SCRIPTS.slurm({ plan, digest: "0123456789", shards: 2, root: folder });
    const bin = folderWith({ sbatch: SBATCH, "job.sh": script, named: '#!/bin/sh\nprintf "%s\\0" "$@" >> "$NAMED"\n' });
    for (const program of ["sbatch", "named"]) chmodSync(join(bin, program), 0o755);
    for (const shell of SHELLS) {
      const named = join(bin, `named-by-${shell}`);
      const env = {
        PATH: `${bin}:${process.env.PATH}`,
        CALLS: join(bin, "calls"),
        THRESHER: join(bin, "named"),
        NAMED: named,
        SHELL_OF_JOBS: shell,
      };
      expect(await execute(shell, [join(bin, "job.sh")], { env })).toMatchObject({ code: 0 });
      const parts = `${folder}/plan-01234567.parts`;
      const count = (shard: string) => ["count", plan, "--shard", shard, "-o", parts, "--jobs", "1"];
      const merge = ["merge", parts, "--plan", plan, "-m", `${folder}/plan.model`];
      expect(readFileSync(named, "utf8").split("\0")).toEqual([...count("0"), ...count("1"), ...merge, ""]);
    }
    expect(namesIn(bin)).not.toContain("gained");
  });

  it.each(NAMES)("for Kubernetes names the plan after the variables of Kubernetes are filled in: %j", async (name) => {
    const plan = `/mnt/${name}/plan.json`;
    const manifest = JOB_SCRIPTS.kubernetes({ plan, digest: "0123456789", shards: 2, root: `/mnt/${name}/mail` });
    // Line ends and whatever else YAML does not allow are escaped.
    expect(manifest).not.toMatch(/[\r\u007f-\u009f\u2028\u2029]/);
    const [command] = Array.from(manifest.matchAll(/^ +command: (.*)$/gm), ([, json]) => JSON.parse(json) as string[]);
    const filled = command[2].replace(/\$\$|\$\(HOME\)/g, (found) => (found === "$$" ? "$" : "gained"));
    const bin = folderWith({ thresher: '#!/bin/sh\nprintf "%s\\0" "$@"\n' });
    chmodSync(join(bin, "thresher"), 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, JOB_COMPLETION_INDEX: "1" };
    for (const shell of SHELLS) {
      const { stdout } = await execute(shell, ["-c", filled], { env });
      expect(stdout.split("\0").slice(0, 4)).toEqual(["count", plan, "--shard", "1"]);
    }
    const [, , last] = Array.from(manifest.matchAll(/mountPath: ("(?:[^"\\]|\\.)*")/g), ([, json]) => JSON.parse(json));
    expect(last).toBe(`/mnt/${name}/mail`);
  });

  it("is not mixed with JSON, and is one of the two", async () => {
    const args = ["plan", "mail", "--shards", "2", "-o", "plan.json"];
    expectFault(await thresher([...args, "--script", "slurm", "--json"]), 2, "cannot be combined");
    expectFault(await thresher([...args, "--script", "pbs"]), 2, "choose slurm or kubernetes");
  });
});
