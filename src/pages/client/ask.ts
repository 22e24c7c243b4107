import { useEffect, useState } from "preact/hooks";
import { secret } from "./admission.js";

type Query = Readonly<Record<string, string | number>>;

/** A value from the server, or the reason why it could not be read. */
interface Answer<T> {
  readonly value?: T | undefined;
  /** A line for the user. */
  readonly error?: string;
}

/** Reads from the server, and again when the query changes. Until then, and after an error, the last value stays. */
export function useRead<T>(name: string, query: Query): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const address = addressOf(name, query);
  useEffect(() => {
    const unwanted = new AbortController();
    const { signal } = unwanted;
    answerOf<T>(address, { signal }).then(
      (value) => signal.aborted || setAnswer({ value }),
      ({ message: error }) => signal.aborted || setAnswer(({ value }) => ({ value, error })),
    );
    return () => unwanted.abort();
  }, [address]);
  return answer;
}

/** Reads from the server. @throws Error with a line for the user */
export function read<T>(name: string, query: Query): Promise<T> {
  return answerOf<T>(addressOf(name, query));
}

/** Changes something on the server. @throws Error with a line for the user */
export function changeOf<T>(name: string, body: object): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return answerOf<T>(name, { method: "POST", headers, body: JSON.stringify(body) });
}

function addressOf(name: string, query: Query): string {
  return `${name}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
}

async function answerOf<T>(address: string, { headers, ...others }: RequestInit = {}): Promise<T> {
  const ask = async () =>
    fetch(address, { ...others, headers: { ...headers, Authorization: `Bearer ${await secret}` } });
  const answer = await ask().catch(() => {
    throw new Error("Thresher has ended. Nothing is lost: run the same command again to go on.");
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error);
  return result;
}
