import { once } from "node:events";

/** A write of this size is worth a system call. */
const BUFFERED = 1 << 16;

/**
 * Results for standard output. Whoever reads may stop early (`| head`): that ends the
 * program quietly, and is no fault.
 */
export class Output {
  #pending = "";

  constructor() {
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(0);
      process.stderr.write(
        `thresher: required a standard output that can be written to, found: ${error.code ?? error.message}\n`,
      );
      process.exit(1);
    });
  }

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
