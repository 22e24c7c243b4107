import { dirname, resolve } from "node:path";
import { shellWord } from "../../base/safe-text.js";

/** A plan that is to be counted and merged by other programs. */
export interface JobFiles {
  /** The path of the plan. */
  readonly plan: string;
  readonly shards: number;
  /** Where the corpus lies. */
  readonly root: string;
}

/** The files of a plan: the parts and the model lie beside it. */
function filesOf(path: string) {
  const plan = resolve(path);
  const name = plan.replace(/\.json$/, "");
  return { folder: dirname(plan), plan, parts: `${name}.parts`, model: `${name}.model` };
}

/** The scripts that run a plan, by the name of the program that runs them. */
export const JOB_SCRIPTS = { slurm, kubernetes } as const satisfies Readonly<Record<string, (job: JobFiles) => string>>;

export type JobScript = keyof typeof JOB_SCRIPTS;

/** A shell script that submits an array of jobs, and one that waits for all of them. */
function slurm({ plan: path, shards }: JobFiles): string {
  const { plan, parts, model } = filesOf(path);
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
function kubernetes({ plan: path, shards, root }: JobFiles): string {
  const { folder, plan, parts, model } = filesOf(path);
  const [planWord, partsWord, modelWord] = [plan, parts, model].map(shellWord);
  const count = `exec thresher count ${planWord} --shard "$JOB_COMPLETION_INDEX" -o ${partsWord} --jobs 1`;
  const merge =
    `until [ "$(find ${partsWord} -name '*.part' 2> /dev/null | wc -l)" -ge ${shards} ]; do sleep 10; done\n` +
    `exec thresher merge ${partsWord} --plan ${planWord} -m ${modelWord}`;
  return `# Counts ${shards} shards, and adds them up when all are done. It can be applied again after any fault.
# The image needs the command thresher. The claims are volumes with the corpus and with the plan, which all nodes see.
${jobText("thresher-count", count, `  completionMode: Indexed\n  completions: ${shards}\n  parallelism: ${Math.min(shards, 10)}\n  backoffLimit: ${6 * shards}\n`, root, folder)}---
${jobText("thresher-merge", merge, "  backoffLimit: 6\n", root, folder)}`;
}

/** A job of Kubernetes. A string of JSON is one of YAML, too. */
function jobText(name: string, command: string, spec: string, root: string, folder: string): string {
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
            - { name: corpus, mountPath: ${JSON.stringify(root)}, readOnly: true }
            - { name: plan, mountPath: ${JSON.stringify(folder)} }
      volumes:
        - { name: corpus, persistentVolumeClaim: { claimName: corpus, readOnly: true } }
        - { name: plan, persistentVolumeClaim: { claimName: plan } }
`;
}
