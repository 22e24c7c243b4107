import { dirname, resolve } from "node:path";
import { safeJson } from "../../../base/safe-text.js";
import { posixWord } from "../../../base/shell-words.js";
import type { WrittenPlan } from "../../../jobs/machines/write-plan.js";

/** The scripts that run a plan, by the name of the program that runs them. */
export const JOB_SCRIPTS = { slurm, kubernetes } as const satisfies Readonly<
  Record<string, (jobs: WrittenPlan) => string>
>;

export type JobScript = keyof typeof JOB_SCRIPTS;

/** Returns a shell script that submits an array of jobs that do the shards, and a job that waits for them and merges. */
function slurm(jobs: WrittenPlan): string {
  const { count, merge } = commandsOf(jobs, "SLURM_ARRAY_TASK_ID");
  return `#!/bin/sh
# Submits a job for each of ${jobs.shards} shards, and one that merges them when all are done. Arguments go to sbatch.
# Run it again after a fault: shards that are done are not done again.
set -eu
count=$(sbatch --parsable --requeue --job-name=thresher-count --array=0-${jobs.shards - 1} "$@" --wrap ${posixWord(count)})
sbatch --job-name=thresher-merge --dependency="afterok:\${count%%;*}" --kill-on-invalid-dep=yes "$@" --wrap ${posixWord(merge)}
`;
}

/** Returns a manifest, in JSON, of an indexed job that does the shards and a job that waits for all parts and merges them. */
function kubernetes(jobs: WrittenPlan): string {
  const { shards } = jobs;
  const { parts, count, merge } = commandsOf(jobs, "JOB_COMPLETION_INDEX");
  const wait = `until [ "$(find ${parts} -name '[0-9a-f]*.part' 2> /dev/null | wc -l)" -ge ${shards} ]; do sleep 10; done`;
  const indexed = { completionMode: "Indexed", completions: shards, parallelism: Math.min(shards, 10) };
  const items = [
    // Each shard may fail as often as Kubernetes allows for a job by default.
    kubernetesJob("count", jobs, count, { ...indexed, backoffLimit: 6 * shards }),
    kubernetesJob("merge", jobs, `${wait}\n${merge}`, { backoffLimit: 6 }),
  ];
  return `${safeJson({ apiVersion: "v1", kind: "List", items }, 2)}\n`;
}

function kubernetesJob(name: string, { plan, digest, root }: WrittenPlan, command: string, spec: object) {
  const folder = dirname(resolve(plan));
  const own = { name: "plan", mountPath: folder, readOnly: false };
  // A path can be mounted only once.
  const mounts = root === folder ? [own] : [{ name: "corpus", mountPath: root, readOnly: true }, own];
  const volumes = mounts.map(({ name, readOnly }) => {
    return { name, persistentVolumeClaim: { claimName: name, readOnly } };
  });
  // Kubernetes replaces $(NAME) in a command by the value of a variable, and $$ by a $.
  const words = ["/bin/sh", "-c", command.replaceAll("$", "$$$$")];
  const containers = [{ name: "thresher", image: "thresher", command: words, volumeMounts: mounts }];
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: `thresher-${name}-${idOf(digest)}` },
    spec: { ...spec, template: { spec: { restartPolicy: "Never", containers, volumes } } },
  };
}

/**
 * Returns shell commands that do a shard and merge all parts, and the folder of the parts as a shell word. The parts and
 * what is made of them are beside the plan. Another plan of the same name has another folder for its parts.
 *
 * @param shard the variable with the number of the shard
 */
function commandsOf({ plan: path, digest, classifies }: WrittenPlan, shard: string) {
  const name = resolve(path).replace(/\.json$/, "");
  const made = classifies ? `${name}.jsonl` : `${name}.model`;
  const [plan, parts, result] = [resolve(path), `${name}-${idOf(digest)}.parts`, made].map(posixWord);
  return {
    parts,
    count: `exec thresher count ${plan} --shard "$${shard}" -o ${parts} --jobs 1`,
    merge: `exec thresher merge ${parts} --plan ${plan} ${classifies ? "-o" : "-m"} ${result}`,
  };
}

/** Returns the beginning of a digest, which is enough to tell plans apart. */
function idOf(digest: string): string {
  return digest.slice(0, 8);
}
