/** Reads from the server. @throws Error with a line for the user */
export function read<T>(name: string, query: Readonly<Record<string, string | number>> = {}): Promise<T> {
  const texts = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return answerOf<T>(fetch(`${name}?${new URLSearchParams(texts)}`));
}

/** Changes something on the server. @throws Error with a line for the user */
export function changeOf<T>(name: string, body: object): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return answerOf<T>(fetch(name, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answerOf<T>(asked: Promise<Response>): Promise<T> {
  const answer = await asked.catch(() => {
    throw new Error("Thresher has ended. Nothing is lost: run the same command again to go on.");
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error);
  return result;
}
