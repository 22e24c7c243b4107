import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JOB_SCRIPTS } from "../../../../src/cli/commands/machines/job-scripts.js";
import { COMMAND, execute } from "../../../helpers/command.js";
import { expectRefused, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

/** Runs a job at once, or each of an array, as Slurm would. */
const SBATCH = `#!/bin/sh
options=
while [ "$1" != --wrap ]; do options="$options $1"; shift; done
echo "$options" >> "$CALLS"
printf '#!/bin/sh\\n%s\\n' "$2" > "$CALLS.job"
case "$options" in
  *--array=0-1*) for i in 0 1; do SLURM_ARRAY_TASK_ID=$i "\${SHELL_OF_JOBS:-sh}" "$CALLS.job" >&2 || exit 1; done; echo "17;cluster";;
  *) "\${SHELL_OF_JOBS:-sh}" "$CALLS.job";;
esac
`;

/** Notes its arguments. */
const SAY = '#!/bin/sh\nprintf "%s\\0" "$@" >> "$NAMED"\n';

/** The names, commands and mounts of the jobs of a manifest. */
function jobsIn(manifest: string) {
  const { items } = JSON.parse(manifest) as {
    items: {
      metadata: { name: string };
      spec: { template: { spec: { containers: { command: string[]; volumeMounts: { mountPath: string }[] }[] } } };
    }[];
  };
  return items.map(({ metadata, spec }) => {
    const [{ command, volumeMounts: mounts }] = spec.template.spec.containers;
    return { name: metadata.name, spec, script: filled(command[2]), mounts };
  });
}

/** Fills in variables as Kubernetes does: `$$` is a `$`, and `$(HOME)` is the value of `HOME`. */
function filled(command: string): string {
  return command.replace(/\$\$|\$\(HOME\)/g, (found) => (found === "$$" ? "$" : "gained"));
}

/** A folder of programs, which a shell finds first. */
function programs(scripts: Readonly<Record<string, string>>) {
  const bin = folderWith(scripts);
  for (const name of Object.keys(scripts)) chmodSync(join(bin, name), 0o755);
  const path = { PATH: `${bin}:${process.env.PATH}` };
  return { bin, path };
}

/** The words that `count` gets for a shard, and `merge`, in the order of the calls. */
const calls = (plan: string, parts: string, model: string, shards: readonly string[]) => [
  ...shards.flatMap((shard) => ["count", plan, "--shard", shard, "-o", parts, "--jobs", "1"]),
  ...["merge", parts, "--plan", plan, "-m", model, ""],
];

const JOBS = { digest: "0123456789", shards: 2, files: 1, weights: [], classes: 2, classifies: false };

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
    const script = await outputOf(["plan", corpus, "--shards", "2", "-o", plan, "--format", "slurm"]);
    const { bin, path } = programs({ sbatch: SBATCH, "job.sh": script });
    symlinkSync(COMMAND, join(bin, "thresher"));
    const env = { ...path, CALLS: join(bin, "calls") };
    const { code, stdout } = await execute("sh", [join(bin, "job.sh"), "--partition=night"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Added up 2 parts: 2 classes from 6 documents/);
    const [count, merge] = readFileSync(join(bin, "calls"), "utf8").trim().split("\n ");
    expect(count).toBe("--parsable --requeue --job-name=thresher-count --array=0-1 --partition=night");
    expect(merge).toBe("--job-name=thresher-merge --dependency=afterok:17 --kill-on-invalid-dep=yes --partition=night");
    const trained = join(folder, "trained.model");
    await outputOf(["train", corpus, "-m", trained]);
    expect(bytesOf(join(folder, "plan.model")).equals(bytesOf(trained))).toBe(true);
  });

  it("for Kubernetes is a manifest of an indexed job and of one that waits for its parts", async () => {
    const folder = temporaryFolder();
    const args = `plan ${folderWith(twoClasses(3))} --shards 2 -o ${join(folder, "plan.json")}`;
    const jobs = jobsIn(await outputOf(`${args} --format kubernetes`));
    const [count, merge] = jobs;
    expect(count.spec).toMatchObject({ completionMode: "Indexed", completions: 2, parallelism: 2, backoffLimit: 12 });
    expect(merge.spec).not.toHaveProperty("completions");
    const { bin, path } = programs({});
    symlinkSync(COMMAND, join(bin, "thresher"));
    for (const shard of ["1", "0"]) {
      const run = await execute("sh", ["-c", count.script], { env: { ...path, JOB_COMPLETION_INDEX: shard } });
      expect(run).toMatchObject({ code: 0, stderr: "" });
    }
    expect((await execute("sh", ["-c", merge.script], { env: path })).stdout).toMatch(/^Added up 2 parts: /);
    const id = (await jsonOf(args)).digest.slice(0, 8);
    expect(readdirSync(folder).sort()).toEqual([`plan-${id}.parts`, "plan.json", "plan.model"]);
    expect(jobs.map(({ name }) => name)).toEqual([`thresher-count-${id}`, `thresher-merge-${id}`]);
  });

  it("for Kubernetes mounts the corpus to be read, or only the plan if both are in one folder", () => {
    const mountsOf = (root: string) =>
      jobsIn(JOB_SCRIPTS.kubernetes({ ...JOBS, plan: "/mnt/mail/plan.json", root })).map(({ mounts }) => mounts);
    const plan = { name: "plan", mountPath: "/mnt/mail", readOnly: false };
    const corpus = { name: "corpus", mountPath: "/corpus", readOnly: true };
    expect(mountsOf("/mnt/mail")).toEqual([[plan], [plan]]);
    expect(mountsOf("/corpus")).toEqual(Array(2).fill([corpus, plan]));
  });

  describe.each(NAMES)("whatever the folder is called: %j", (name) => {
    const newFolder = () => {
      const folder = join(temporaryFolder(), name);
      const [plan, parts, model] = ["plan.json", "plan-01234567.parts", "plan.model"].map((own) => join(folder, own));
      mkdirSync(parts, { recursive: true });
      return { folder, plan, parts, model };
    };

    it.each(SHELLS)("for Slurm is read by %s", async (shell) => {
      const { folder, plan, parts, model } = newFolder();
      const script = JOB_SCRIPTS.slurm({ ...JOBS, plan, root: folder });
      const { bin, path } = programs({ sbatch: SBATCH, thresher: SAY, "job.sh": script });
      const files = { CALLS: join(bin, "calls"), NAMED: join(bin, "named") };
      const env = { ...path, ...files, SHELL_OF_JOBS: shell };
      expect(await execute(shell, [join(bin, "job.sh")], { env })).toMatchObject({ code: 0 });
      expect(readFileSync(files.NAMED, "utf8").split("\0")).toEqual(calls(plan, parts, model, ["0", "1"]));
      expect(namesIn(bin)).not.toContain("gained");
    });

    it.each(SHELLS)("for Kubernetes names the plan after its variables are filled in: %s", async (shell) => {
      const { plan, parts, model } = newFolder();
      for (const part of ["0a.part", "1b.part"]) writeFileSync(join(parts, part), "");
      const manifest = JOB_SCRIPTS.kubernetes({ ...JOBS, plan, root: `/mnt/${name}/mail` });
      expect(manifest).not.toMatch(/[\r\u007f-\u009f\u2028\u2029]/);
      const { bin, path } = programs({ thresher: SAY });
      const env = { ...path, JOB_COMPLETION_INDEX: "1", NAMED: join(bin, "named") };
      const jobs = jobsIn(manifest);
      for (const { script } of jobs) await execute(shell, ["-c", script], { env });
      expect(readFileSync(env.NAMED, "utf8").split("\0")).toEqual(calls(plan, parts, model, ["1"]));
      expect(jobs[0].mounts[0].mountPath).toBe(`/mnt/${name}/mail`);
    });
  });

  it("is not mixed with JSON, and is one of the two", async () => {
    await expectRefused(
      [
        ["--format slurm --json", "cannot be combined"],
        ["--format pbs", "choose slurm or kubernetes"],
        ["--script slurm", "plan has no option --script any more: --format slurm or --format kubernetes"],
      ],
      "plan mail --shards 2 -o plan.json",
    );
  });
});
