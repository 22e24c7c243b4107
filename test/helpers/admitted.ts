/** Exchanges the key in the address of a page for its secret, as the page does. @returns the headers of all requests */
export async function admittedHeaders(address: URL): Promise<Record<string, string>> {
  const headers = { origin: address.origin, "content-type": "application/json" };
  const body = JSON.stringify({ key: new URLSearchParams(address.hash.slice(1)).get("key") });
  const answer = await fetch(new URL("/admit", address), { method: "POST", headers, body });
  const { secret } = (await answer.json()) as { secret: string };
  return { ...headers, authorization: `Bearer ${secret}` };
}
