import { dirname, resolve } from "node:path";
import { posixWord } from "../../base/safe-text.js";

/** A plan whose shards are counted and merged by jobs of other programs, such as Slurm. */
export interface JobFiles {
  /** The path of the plan. */
  readonly plan: string;
  readonly digest: string;
  readonly shards: number;
  /** The folder of the corpus. */
  readonly root: string;
}

/**
 * Returns the paths of a plan, its parts and its model. The parts and the model are beside the plan. Another plan of
 * the same name has another folder for its parts.
 */
function filesOf({ plan: path, digest }: JobFiles) {
  const plan = resolve(path);
  const name = plan.replace(/\.json$/, "");
  const id = digest.slice(0, 8);
  return { folder: dirname(plan), plan, id, parts: `${name}-${id}.parts`, model: `${name}.model` };
}

/** The scripts that run a plan, by the name of the program that runs them. */
export const JOB_SCRIPTS = { slurm, kubernetes } as const satisfies Readonly<Record<string, (job: JobFiles) => string>>;

export type JobScript = keyof typeof JOB_SCRIPTS;

/** Returns a shell script that submits an array of jobs that count, and a job that waits for them and merges. */
function slurm(job: JobFiles): string {
  const { shards } = job;
  const { plan, parts, model } = filesOf(job);
  const [planWord, partsWord, modelWord] = [plan, parts, model].map(posixWord);
  const end = endOfText(plan);
  return `#!/bin/sh
# Submits a job for each of ${shards} shards, and one that adds them up when all are done.
# It can be run again after any fault: shards that are counted are not counted again.
# THRESHER is the command on the nodes, if it is not thresher.
set -eu
count=$(sbatch --parsable --requeue --job-name=thresher-count --array=0-${shards - 1} "$@" <<'${end}'
#!/bin/sh
exec "\${THRESHER:-thresher}" count ${planWord} --shard "$SLURM_ARRAY_TASK_ID" -o ${partsWord} --jobs 1
${end}
)
sbatch --job-name=thresher-merge --dependency="afterok:\${count%%;*}" --kill-on-invalid-dep=yes "$@" <<'${end}'
#!/bin/sh
exec "\${THRESHER:-thresher}" merge ${partsWord} --plan ${planWord} -m ${modelWord}
${end}
`;
}

/** Returns a word that ends a here-document: no line of the path begins with it. */
function endOfText(path: string): string {
  const lines = path.split("\n");
  let end = "JOB";
  while (lines.some((line) => line.startsWith(end))) end += "_";
  return end;
}

/** Returns a manifest with an indexed job that counts, and a job that waits for all parts and adds them up. */
function kubernetes(job: JobFiles): string {
  const { shards, root } = job;
  const { folder, plan, id, parts, model } = filesOf(job);
  // Kubernetes itself takes $(NAME) in a command for a variable, and $$ for a $.
  const [planWord, partsWord, modelWord] = [plan, parts, model].map((path) => posixWord(path).replaceAll("$", "$$$$"));
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

/** Returns a YAML string in double quotes: JSON, with the characters escaped that YAML does not allow or would fold. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Returns a Kubernetes job in YAML. */
function jobText(name: string, command: string, spec: string, root: string, folder: string): string {
  // A path can be mounted once.
  const isOne = root === folder;
  const corpusMount = `            - { name: corpus, mountPath: ${yamlText(root)}, readOnly: true }\n`;
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
          command: ["/bin/sh", "-c", ${yamlText(command)}]
          volumeMounts:
${isOne ? "" : corpusMount}            - { name: plan, mountPath: ${yamlText(folder)} }
      volumes:
${isOne ? "" : corpusVolume}        - { name: plan, persistentVolumeClaim: { claimName: plan } }
`;
}
