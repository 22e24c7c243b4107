import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { COMMAND, execute, thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { Running, until } from "../helpers/running.js";
import { succeeded } from "./programs.js";

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 });

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

let env: Record<string, string> = {};

/** Runs a program of Slurm and gives what it prints. */
const slurm = (program: string, ...args: string[]) => succeeded(execute(program, args, { env }));

/** The names of the parts beside a plan. */
function partsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^plan-[0-9a-f]{8}\.parts$/.test(name))
    .flatMap((name) => readdirSync(join(folder, name)));
}

beforeAll(async () => {
  const folder = temporaryFolder();
  for (const name of ["state", "spool"]) mkdirSync(join(folder, name));
  const file = join(folder, "slurm.conf");
  writeFileSync(file, configuration(folder, 20_000 + (process.pid % 10_000)));
  symlinkSync(COMMAND, join(folder, "thresher"));
  env = { SLURM_CONF: file, PATH: `${folder}:${process.env.PATH}` };
  const daemons = ["slurmctld", "slurmd"].map((program) => new Running(program, ["-D", "-f", file], { env }));
  await until(async () => (await execute("sinfo", ["-h", "-o", "%T"], { env })).stdout.trim() === "idle");
  return async () => {
    for (const daemon of daemons) await daemon.end();
  };
});

describe("a plan under Slurm", () => {
  it("becomes the model that train makes, though a job is cancelled and all are submitted again", async () => {
    const folder = temporaryFolder();
    const [plan, script, trained] = ["plan.json", "job.sh", "trained.model"].map((name) => join(folder, name));
    const settings = ["--preset", "mail", "--calibrate", "none"];
    const args = ["plan", "corpora/newsgroups", "--shards", "6", "-o", plan, "--format", "slurm", ...settings];
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
