import { dirname, resolve } from "node:path";
import { UsageError } from "../../base/errors.js";
import { shellWord } from "../../base/safe-text.js";

/** A plan that is to be counted and merged by other programs. */
export interface JobFiles {
  /** The path of the plan. */
  readonly plan: string;
  readonly digest: string;
  readonly shards: number;
  /** Where the corpus lies. */
  readonly root: string;
}

/** The files of a plan: the parts and the model lie beside it. Parts of another plan of that name have another folder. */
function filesOf({ plan: path, digest, root }: JobFiles) {
  const plan = resolve(path);
  // `shellWord` writes them as bash reads them. The scripts are for sh, which has no such form.
  if (/\p{Cc}/u.test(plan + root)) throw new UsageError("--script: a path has control characters: rename that folder");
  const name = plan.replace(/\.json$/, "");
  const id = digest.slice(0, 8);
  return { folder: dirname(plan), plan, id, parts: `${name}-${id}.parts`, model: `${name}.model` };
}

/** The scripts that run a plan, by the name of the program that runs them. */
export const JOB_SCRIPTS = { slurm, kubernetes } as const satisfies Readonly<Record<string, (job: JobFiles) => string>>;

export type JobScript = keyof typeof JOB_SCRIPTS;

/** A shell script that submits an array of jobs, and one that waits for all of them. */
function slurm(job: JobFiles): string {
  const { shards } = job;
  const { plan, parts, model } = filesOf(job);
  const [planWord, partsWord, modelWord] = [plan, parts, model].map(shellWord);
  return `#!/bin/sh
# Submits a job for each of ${shards} shards, and one that adds them up when all are done.
# It can be run again after any fault: shards that are counted are not counted again.
# THRESHER is the command on the nodes, if it is not thresher.
set -eu
count=$(sbatch --parsable --requeue --job-name=thresher-count --array=0-${shards - 1} "$@" <<'JOB'
#!/bin/sh
exec "\${THRESHER:-thresher}" count ${planWord} --shard "$SLURM_ARRAY_TASK_ID" -o ${partsWord} --jobs 1
JOB
)
sbatch --job-name=thresher-merge --dependency="afterok:\${count%%;*}" --kill-on-invalid-dep=yes "$@" <<'JOB'
#!/bin/sh
exec "\${THRESHER:-thresher}" merge ${partsWord} --plan ${planWord} -m ${modelWord}
JOB
`;
}

/** A manifest with an indexed job that counts, and one that waits for all parts and adds them up. */
function kubernetes(job: JobFiles): string {
  const { shards, root } = job;
  const { folder, plan, id, parts, model } = filesOf(job);
  const [planWord, partsWord, modelWord] = [plan, parts, model].map(shellWord);
  const count = `exec thresher count ${planWord} --shard "$JOB_COMPLETION_INDEX" -o ${partsWord} --jobs 1`;
  const merge =
    `until [ "$(find ${partsWord} -name '[0-9a-f]*.part' 2> /dev/null | wc -l)" -ge ${shards} ]; do sleep 10; done\n` +
    `exec thresher merge ${partsWord} --plan ${planWord} -m ${modelWord}`;
  const [counting, merging] = [`thresher-count-${id}`, `thresher-merge-${id}`];
  return `# Counts ${shards} shards, and adds them up when all are done. To run it again after a fault, delete the jobs and apply
# it again: kubectl delete job ${counting} ${merging}. Shards that are counted are not counted again.
# The image needs the command thresher. The claims are volumes with the corpus and with the plan, which all nodes see.
${jobText(counting, count, `  completionMode: Indexed\n  completions: ${shards}\n  parallelism: ${Math.min(shards, 10)}\n  backoffLimit: ${6 * shards}\n`, root, folder)}---
${jobText(merging, merge, "  backoffLimit: 6\n", root, folder)}`;
}

/** A job of Kubernetes. A string of JSON is one of YAML, too. */
function jobText(name: string, command: string, spec: string, root: string, folder: string): string {
  // A path can be mounted once.
  const isOne = root === folder;
  const corpusMount = `            - { name: corpus, mountPath: ${JSON.stringify(root)}, readOnly: true }\n`;
  const corpusVolume = "        - { name: corpus, persistentVolumeClaim: { claimName: corpus, readOnly: true } }\n";
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
spec:
${spec}  template:
    spec:
      restartPolicy: Never
      containers:
        - name: thresher
          image: thresher
          command: ["/bin/sh", "-c", ${JSON.stringify(command)}]
          volumeMounts:
${isOne ? "" : corpusMount}            - { name: plan, mountPath: ${JSON.stringify(folder)} }
      volumes:
${isOne ? "" : corpusVolume}        - { name: plan, persistentVolumeClaim: { claimName: plan } }
`;
}
