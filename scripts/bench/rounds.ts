/**
 * Runs each of the contestants once a round, in turn (A B C A B C …), so that drifts of
 * the machine hit all alike.
 *
 * @param warmUp whether a first round is run and not counted: it fills the caches
 * @returns the results of each contestant, by round
 */
export async function inRounds<Name extends string, Result>(
  contestants: Readonly<Record<Name, () => Promise<Result>>>,
  rounds: number,
  { warmUp, onRun }: { readonly warmUp: boolean; readonly onRun?: () => void },
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (const name of names) {
      const result = await contestants[name]();
      if (round >= 0) results[name].push(result);
      onRun?.();
    }
  }
  return results;
}
