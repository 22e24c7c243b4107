/**
 * Work on a store that may have to wait: a folder of files answers at once, a mailbox on a server later. The
 * same code then serves both: `yield* wait(call)` gives the result of a call.
 */
export type Steps<T> = Generator<unknown, T, never>;

/** A value now, or a promise of it. */
export type Later<T> = T | Promise<T>;

/** Waits for a value: `yield* wait(call)` gives the result of the call. */
export function* wait<T>(value: Later<T>): Generator<Later<T>, T, T> {
  return yield value;
}

/** Completes the work on a store that answers at once. */
export function completeSync<T>(steps: Steps<T>): T {
  let next = steps.next();
  while (!next.done) next = steps.next(next.value as never);
  return next.value;
}

/** Completes the work on any store. */
export async function completeAsync<T>(steps: Steps<T>): Promise<T> {
  let next = steps.next();
  while (!next.done) {
    try {
      const value = await next.value;
      next = steps.next(value as never);
    } catch (error) {
      next = steps.throw(error);
    }
  }
  return next.value;
}
