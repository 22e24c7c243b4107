/** Returns the memory of the machine in bytes, or the part of it that this process may have. */
export function machineMemory(): number {
  const { totalmem } = process.getBuiltinModule("node:os");
  const allowed = process.constrainedMemory();
  // 0 means that no limit is known.
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
