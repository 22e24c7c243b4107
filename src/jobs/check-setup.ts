import { type Kind, LOOKS, type Place } from "../delivery/doctor/checks.js";
import { type Check, examine, type Finding, fault } from "../delivery/doctor/finding.js";
import { placesOfDovecot } from "../delivery/doctor/look-at-files.js";
import { lookAtAccount } from "../mailbox/doctor/look-at-account.js";
import { accountState, homeFolder, readConfig } from "./configuration/config.js";
import { readAccounts } from "./mailbox/accounts.js";

export type { Kind, Place };

/** The kinds of places that can be looked at. */
export const KINDS = Object.keys(LOOKS) as readonly Kind[];

/** Milliseconds to wait for each answer. */
const PATIENCE = 10_000;

/**
 * Looks at models, servers and folders, at what `thresher setup dovecot` has put in place, the configuration and all mail
 * accounts. It changes nothing.
 *
 * @returns what is found, the faults first
 */
export function checkSetup(named: readonly Place[]): Promise<Finding[]> {
  const home = homeFolder();
  const now = Date.now();
  const places = [...named, ...placesOfDovecot(home)];
  const placesOf = (kind: Kind) => [...new Set(places.flatMap(([each, place]) => (each === kind ? [place] : [])))];
  const surroundings = { models: placesOf("model"), home, now, patience: PATIENCE };
  const refused = readConfig().filter((file) => file.refused !== undefined);
  const configuration = refused.map(({ path, refused: why }): Check => {
    return {
      check: "configuration",
      about: path,
      look: () => [fault(`not used: ${why}; run chmod go-w on it and its folder`)],
    };
  });
  const looks = KINDS.flatMap((check) =>
    placesOf(check).map((about): Check => ({ check, about, look: () => LOOKS[check](about, surroundings) })),
  );
  const accounts = (refused.length > 0 ? [] : readAccounts()).map((account): Check => {
    const look = () => lookAtAccount(account, accountState(account.name, false), now, PATIENCE);
    return { check: "account", about: account.name, look };
  });
  return examine([...configuration, ...looks, ...accounts]);
}
