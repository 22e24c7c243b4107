import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JOB_SCRIPTS } from "../../../../src/cli/commands/machines/job-scripts.js";
import { COMMAND, execute, thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

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

interface Manifest {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
  }[];
}

interface Container {
  readonly command: readonly string[];
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}

/** Returns the script that a job runs. */
function commandOf({ spec }: Manifest["items"][number]): string {
  return spec.template.spec.containers[0].command[2];
}

/** Fills in variables as Kubernetes does: `$$` is a `$`, and `$(HOME)` is the value of `HOME`. */
function filled(command: string): string {
  return command.replace(/\$\$|\$\(HOME\)/g, (found) => (found === "$$" ? "$" : "gained"));
}

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
    symlinkSync(COMMAND, join(bin, "thresher"));
    chmodSync(join(bin, "sbatch"), 0o755);
    const env = { PATH: `${bin}:${process.env.PATH}`, CALLS: join(bin, "calls") };
    const { code, stdout } = await execute("sh", [join(bin, "job.sh"), "--partition=night"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Added up 2 parts: 2 classes from 6 documents/);
    const [count, merge] = readFileSync(join(bin, "calls"), "utf8").trim().split("\n ");
    expect(count).toBe("--parsable --requeue --job-name=thresher-count --array=0-1 --partition=night");
    expect(merge).toBe("--job-name=thresher-merge --dependency=afterok:17 --kill-on-invalid-dep=yes --partition=night");
    const trained = join(folder, "trained.model");
    await thresher(["train", corpus, "-m", trained]);
    expect(readFileSync(join(folder, "plan.model")).equals(readFileSync(trained))).toBe(true);
  });

  it("for Kubernetes is a manifest of an indexed job and of one that waits for its parts", async () => {
    const folder = temporaryFolder();
    const corpus = folderWith(twoClasses(3));
    const args = ["plan", corpus, "--shards", "2", "-o", join(folder, "plan.json")];
    const manifest: Manifest = JSON.parse((await thresher([...args, "--script", "kubernetes"])).stdout);
    const [count, merge] = manifest.items;
    expect(count.spec).toMatchObject({ completionMode: "Indexed", completions: 2, parallelism: 2, backoffLimit: 12 });
    expect(merge.spec).not.toHaveProperty("completions");
    const bin = temporaryFolder();
    symlinkSync(COMMAND, join(bin, "thresher"));
    const env = { PATH: `${bin}:${process.env.PATH}` };
    for (const shard of ["1", "0"]) {
      const run = await execute("sh", ["-c", filled(commandOf(count))], {
        env: { ...env, JOB_COMPLETION_INDEX: shard },
      });
      expect(run).toMatchObject({ code: 0, stderr: "" });
    }
    expect((await execute("sh", ["-c", filled(commandOf(merge))], { env })).stdout).toMatch(/^Added up 2 parts: /);
    const { digest } = JSON.parse((await thresher([...args, "--json"])).stdout);
    const id = digest.slice(0, 8);
    expect(readdirSync(folder).sort()).toEqual([`plan-${id}.parts`, "plan.json", "plan.model"]);
    expect(manifest.items.map(({ metadata }) => metadata.name)).toEqual([
      `thresher-count-${id}`,
      `thresher-merge-${id}`,
    ]);
  });

  it("for Kubernetes mounts the corpus to be read, or only the plan if both are in one folder", () => {
    const mountsOf = (root: string) => {
      const jobs = { plan: "/mnt/mail/plan.json", digest: "0", shards: 25, root, files: 1, weights: [] };
      const { items } = JSON.parse(JOB_SCRIPTS.kubernetes(jobs)) as Manifest;
      return items.map(({ spec }) => spec.template.spec.containers[0].volumeMounts);
    };
    const plan = { name: "plan", mountPath: "/mnt/mail", readOnly: false };
    expect(mountsOf("/mnt/mail")).toEqual([[plan], [plan]]);
    const corpus = { name: "corpus", mountPath: "/corpus", readOnly: true };
    expect(mountsOf("/corpus")).toEqual(Array(2).fill([corpus, plan]));
  });

  it.each(NAMES)("for Slurm is read by dash and bash alike, whatever the plan is called: %j", async (name) => {
    const folder = join(temporaryFolder(), name);
    mkdirSync(folder);
    const plan = join(folder, "plan.json");
    const script = JOB_SCRIPTS.slurm({ plan, digest: "0123456789", shards: 2, root: folder, files: 1, weights: [] });
    const bin = folderWith({ sbatch: SBATCH, "job.sh": script, thresher: SAY });
    for (const program of ["sbatch", "thresher"]) chmodSync(join(bin, program), 0o755);
    for (const shell of SHELLS) {
      const named = join(bin, `named-by-${shell}`);
      const env = {
        PATH: `${bin}:${process.env.PATH}`,
        CALLS: join(bin, "calls"),
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

  it.each(NAMES)("for Kubernetes names the plan after its variables are filled in: %j", async (name) => {
    const folder = join(temporaryFolder(), name);
    const parts = join(folder, "plan-01234567.parts");
    mkdirSync(parts, { recursive: true });
    for (const part of ["0a.part", "1b.part"]) writeFileSync(join(parts, part), "");
    const plan = join(folder, "plan.json");
    const manifest = JOB_SCRIPTS.kubernetes({
      plan,
      digest: "0123456789",
      shards: 2,
      root: `/mnt/${name}/mail`,
      files: 1,
      weights: [],
    });
    expect(manifest).not.toMatch(/[\r\u007f-\u009f\u2028\u2029]/);
    const { items } = JSON.parse(manifest) as Manifest;
    const bin = folderWith({ thresher: SAY });
    chmodSync(join(bin, "thresher"), 0o755);
    for (const shell of SHELLS) {
      const NAMED = join(bin, `named-by-${shell}`);
      const env = { PATH: `${bin}:${process.env.PATH}`, JOB_COMPLETION_INDEX: "1", NAMED };
      for (const job of items) await execute(shell, ["-c", filled(commandOf(job))], { env });
      expect(readFileSync(NAMED, "utf8").split("\0")).toEqual([
        ...["count", plan, "--shard", "1", "-o", parts, "--jobs", "1"],
        ...["merge", parts, "--plan", plan, "-m", join(folder, "plan.model"), ""],
      ]);
    }
    expect(items[0].spec.template.spec.containers[0].volumeMounts[0].mountPath).toBe(`/mnt/${name}/mail`);
  });

  it("is not mixed with JSON, and is one of the two", async () => {
    const args = ["plan", "mail", "--shards", "2", "-o", "plan.json"];
    expectFault(await thresher([...args, "--script", "slurm", "--json"]), 2, "cannot be combined");
    expectFault(await thresher([...args, "--script", "pbs"]), 2, "choose slurm or kubernetes");
  });
});
