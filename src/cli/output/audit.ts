import type { Command } from "commander";
import { auditOf } from "../../evaluation/audit/audit.js";
import type { Audit } from "../../evaluation/audit/leakage.js";
import type { Corpora, Measured } from "../../evaluation/audit/rows.js";
import type { Settings } from "../../model/settings.js";
import type { CommonOptions } from "../options/options.js";
import { progressBar } from "./progress.js";

/** Whether to look for leaks. */
export interface AuditCommandOptions {
  readonly audit?: boolean;
}

/** Adds the option that looks for leaks. */
export function withAuditOption(command: Command): Command {
  return command
    .optionsGroup("Protocol:")
    .option("--audit", "look for what test documents should not tell: headers, copies in training, telltale fields");
}

/** What an evaluation owes to leaks, if that was asked. */
export function auditFor(
  measured: Measured,
  corpora: Corpora,
  settings: Settings,
  options: AuditCommandOptions & CommonOptions,
): Audit | undefined {
  if (!options.audit) return undefined;
  const bar = progressBar("auditing", "share", options);
  const audit = auditOf(measured, corpora, settings, { jobs: options.jobs, onProgress: bar.update });
  bar.stop();
  return audit;
}
