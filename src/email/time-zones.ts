/**
 * Minutes east of Greenwich. The first line is that of RFC 822; the others are what mail
 * and news of the 1990s use beside it. Left out is what has two meanings (IST, BRST …):
 * as RFC 5322, section 4.3 says, a name that is not known counts as UTC.
 */
const ZONES: Readonly<Record<string, number>> = {
  ...{ ut: 0, gmt: 0, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 },
  ...{ utc: 0, z: 0, wet: 0, west: 60, bst: 60, cet: 60, met: 60, mez: 60, mewt: 60, cest: 120, mest: 120, mesz: 120 },
  ...{ met_dst: 120, eet: 120, sast: 120, eest: 180, msk: 180, msd: 240, hkt: 480, sgt: 480, jst: 540, kst: 540 },
  ...{ nst: -210, ndt: -150, ast: -240, adt: -180, akst: -540, akdt: -480, hst: -600, nzst: 720, nzdt: 780 },
  ...{ aest: 600, aedt: 660, acst: 570, awst: 480 },
};

/**
 * A zone by its name or offset (`PDT`, `-0700`, `+1`, `GMT+0100`) in minutes east of
 * Greenwich; 0 for a name that is not known.
 *
 * @returns undefined for an offset that no clock has
 */
export function zoneOffset(zone: string): number | undefined {
  const name = zone.toLowerCase();
  if (Object.hasOwn(ZONES, name)) return ZONES[name];
  // Some senders of bulk mail write +-0800, or 0530 without a sign.
  const match = /^[a-z]*\+?([+-]|(?=\d{4}$))(\d{1,2}):?(\d{2})?$/.exec(name);
  if (match === null) return /\d/.test(name) ? undefined : 0;
  const [, sign, hours, minutes = "0"] = match;
  if (Number(hours) > MAX_HOURS || Number(minutes) > 59) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** A day and its half: 14 hours are the most there is, and wrong signs and sums do not go further. */
const MAX_HOURS = 23;
