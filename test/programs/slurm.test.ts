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

/** The names of the parts beside a plan. */
function partsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^plan-[0-9a-f]{8}\.parts$/.test(name))
    .flatMap((name) => readdirSync(join(folder, name)));
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
    const [plan, script, trained] = ["plan.json", "job.sh", "trained.model"].map((name) => join(folder, name));
    const settings = ["--preset", "mail", "--calibrate", "none"];
    const args = ["plan", "corpora/newsgroups", "--shards", "6", "-o", plan, "--script", "slurm", ...settings];
    writeFileSync(script, (await thresher(args)).stdout);
    const submit = (...options: string[]) => slurm("sh", script, `--chdir=${folder}`, ...options);
    const waiting = () => slurm("squeue", "-h", "-t", "pending,running,completing");

    expect(await submit("--hold")).toMatch(/^Submitted batch job \d+\n$/);
    const [array] = (await slurm("squeue", "-h", "-o", "%F", "--name=thresher-count")).split("\n");
    await slurm("scancel", `${array}_3`);
    for (const name of ["count", "merge"]) await slurm("scontrol", "release", `jobname=thresher-${name}`);
    await until(async () => (await waiting()) === "");
    expect(partsIn(folder)).toHaveLength(5);
    expect(readdirSync(folder)).not.toContain("plan.model");

    await submit();
    await until(async () => (await waiting()) === "");
    expect(partsIn(folder)).toHaveLength(6);
    await thresher(["train", "corpora/newsgroups", "-m", trained, ...settings]);
    expect(readFileSync(join(folder, "plan.model")).equals(readFileSync(trained))).toBe(true);
  });
});
