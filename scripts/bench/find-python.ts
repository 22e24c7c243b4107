import { DataError } from "../../src/errors.js";
import { runProcess } from "./run-process.js";

/** The first on the path may be somebody's own and lack what the system's has. */
const CANDIDATES = ["python3", "/usr/bin/python3"];

const PROBE = `
import codecs, json, sys, sklearn
try: codec = codecs.lookup(sys.argv[1]).name
except LookupError: codec = None
print(json.dumps({"version": sklearn.__version__, "python": sys.version.split()[0], "codec": codec}))
`;

export interface FoundPython {
  readonly program: string;
  /** Of scikit-learn. */
  readonly version: string;
  /** Version of Python. */
  readonly python: string;
  /** Whether Python has an encoding of that name. */
  readonly encoding: boolean;
}

/** Looks for a Python that has scikit-learn. */
export async function findPython(
  encoding: string,
  signal?: AbortSignal,
  candidates: readonly string[] = CANDIDATES,
): Promise<FoundPython | undefined> {
  for (const program of candidates) {
    try {
      const { stdout } = await runProcess({ name: program, argv: [program, "-c", PROBE, encoding] }, signal);
      const { version, python, codec } = JSON.parse(stdout) as Record<"version" | "python" | "codec", string | null>;
      return { program, version: String(version), python: String(python), encoding: codec !== null };
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
    }
  }
  return undefined;
}
