import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND, execute, thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";

/** One node that trusts everyone on this machine. */
function configuration(folder: string, port: number): string {
  const [host] = hostname().split(".");
  const { username } = userInfo();
  return `ClusterName=one
SlurmctldHost=${host}(127.0.0.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=${username}
SlurmdUser=${username}
SlurmctldPort=${port}
SlurmdPort=${port + 1}
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SchedulerParameters=sched_interval=1
NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=500 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;
}

const daemons: ChildProcess[] = [];
let env: Record<string, string> = {};

/** Runs a program of Slurm and gives what it prints. */
async function slurm(program: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await execute(program, args, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** Waits until something holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((done) => setTimeout(done, 200));
}

beforeAll(async () => {
  const folder = temporaryFolder();
  for (const name of ["state", "spool"]) mkdirSync(join(folder, name));
  const file = join(folder, "slurm.conf");
  writeFileSync(file, configuration(folder, 20_000 + (process.pid % 10_000)));
  symlinkSync(COMMAND, join(folder, "thresher"));
  env = { SLURM_CONF: file, PATH: `${folder}:${process.env.PATH}` };
  for (const program of ["slurmctld", "slurmd"]) {
    daemons.push(spawn(program, ["-D", "-f", file], { env: { ...process.env, ...env }, stdio: "ignore" }));
  }
  await until(async () => (await execute("sinfo", ["-h", "-o", "%T"], { env })).stdout.trim() === "idle");
});

afterAll(async () => {
  for (const daemon of daemons) {
    daemon.kill();
    await once(daemon, "exit");
  }
});

describe("a plan under Slurm", () => {
  it("becomes the model that train makes, though a job is cancelled and all are submitted again", async () => {
    const folder = temporaryFolder();
    const [plan, trained, merged] = ["plan.json", "trained.model", "mail.model"].map((name) => join(folder, name));
    await thresher(["plan", "corpora/newsgroups", "--shards", "6", "-o", plan, "--preset", "mail"]);
    const submit = async (...options: string[]) => {
      const batch = (...args: string[]) => slurm("sbatch", "--parsable", `--chdir=${folder}`, ...options, ...args);
      const count = 'thresher count plan.json --shard "$SLURM_ARRAY_TASK_ID" -o parts --jobs 1';
      const merge = "thresher merge parts --plan plan.json -m mail.model";
      const array = (await batch("--array=0-5", "--wrap", count)).trim();
      return [
        array,
        (await batch(`--dependency=afterok:${array}`, "--kill-on-invalid-dep=yes", "--wrap", merge)).trim(),
      ];
    };
    const ended = async () => (await slurm("squeue", "-h", "-t", "pending,running,completing")) === "";
    const parts = () => readdirSync(join(folder, "parts"));

    const jobs = await submit("--hold");
    await slurm("scancel", `${jobs[0]}_3`);
    for (const job of jobs) await slurm("scontrol", "release", job);
    await until(ended);
    expect(parts()).toHaveLength(5);
    expect(readdirSync(folder)).not.toContain("mail.model");

    await submit();
    await until(ended);
    expect(parts()).toHaveLength(6);
    await thresher(["train", "corpora/newsgroups", "-m", trained, "--preset", "mail"]);
    expect(readFileSync(merged).equals(readFileSync(trained))).toBe(true);
  });
});
