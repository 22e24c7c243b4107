import { once } from "node:events";
import { reason } from "../documents/files.js";

/** A write of this size is worth a system call. */
const BUFFERED = 1 << 16;

/**
 * Whoever reads standard output may stop early (`| head`): that ends the program quietly,
 * and is no fault. To be called before anything is written, help texts among it.
 */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`thresher: standard output: required one that can be written to, found: ${reason(error)}\n`);
    process.exit(1);
  });
}

/** Results for standard output. */
export class Output {
  #pending = "";

  async write(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= BUFFERED) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = "";
    if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
