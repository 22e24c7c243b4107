import { useEffect, useState } from "preact/hooks";

/** A value from the server, or a line for the user that says why it could not be read. */
interface Answer<T> {
  readonly value?: T | undefined;
  readonly error?: string;
}

/** Reads from the server, and again when the query changes. Until then, and after an error, the last value stays. */
export function useRead<T>(name: string, query: Readonly<Record<string, string | number>>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const address = `${name}?${text}`;
  useEffect(() => {
    const unwanted = new AbortController();
    const { signal } = unwanted;
    read<T>(address, { signal }).then(
      (value) => signal.aborted || setAnswer({ value }),
      ({ message: error }) => signal.aborted || setAnswer(({ value }) => ({ value, error })),
    );
    return () => unwanted.abort();
  }, [address]);
  return answer;
}

/** Changes something on the server. @throws Error with a line for the user */
export function changeOf<T>(name: string, body: object): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return read<T>(name, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Reads from the server. @throws Error with a line for the user */
export async function read<T>(address: string, { headers, ...others }: RequestInit = {}): Promise<T> {
  const Authorization = `Bearer ${await secret}`;
  const answer = await fetch(address, { ...others, headers: { ...headers, Authorization } }).catch(() => {
    throw new Error("Thresher has ended. No answer is lost: run the same command again to continue.");
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error);
  return result;
}

/** The name under which the browser keeps the secret. Only pages of this origin can read it, and the port is part of it. */
const STORED = "thresher-secret";

/** Undefined if the user lets no page keep data. Loading the page again then needs a new address. */
let storage: Storage | undefined;
try {
  storage = localStorage;
} catch {}

/** The secret, which all requests need: see `Admission`. Empty if the server does not admit this page. */
const secret: Promise<string> = admitted(new URLSearchParams(location.hash.slice(1)).get("key"));

/** Exchanges the key in the address for the secret. Without a key, or after it was used, the stored secret is good. */
async function admitted(key: string | null): Promise<string> {
  const known = storage?.getItem(STORED) ?? "";
  if (key === null) return known;
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${known}` };
  const answer = await fetch("admit", { method: "POST", headers, body: JSON.stringify({ key }) });
  // The key in the address has done its work.
  history.replaceState(null, "", "/");
  // The next request says why.
  if (!answer.ok) return "";
  const { secret } = await answer.json();
  storage?.setItem(STORED, secret);
  return secret;
}
