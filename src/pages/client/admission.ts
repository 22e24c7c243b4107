/** The name under which the browser keeps the secret. Only pages of this origin can read it, and the port is part of it. */
const STORED = "thresher-secret";

/** Undefined if the user lets no page keep data. Loading the page again then needs a new address. */
let storage: Storage | undefined;
try {
  storage = localStorage;
} catch {}

/** The secret, which all requests need: see `Admission`. Empty if the server does not admit this page. */
export const secret: Promise<string> = admitted(new URLSearchParams(location.hash.slice(1)).get("key"));

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
