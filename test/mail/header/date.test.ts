import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDate } from "../../../src/mail/header/date.js";

fc.configureGlobal({ seed: 45 });

const iso = (value: string) => {
  const time = parseDate(value);
  return time === undefined ? undefined : new Date(time).toISOString().replace(".000Z", "");
};

describe("parseDate", () => {
  it.each([
    ["Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06"],
    // RFC 5322, appendices A.5 and A.6.
    ["Thu,\t13\tFeb\t1969\t23:32\t-0330 (Newfoundland Time)", "1969-02-14T03:02:00"],
    ["21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06"],
    ["Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", undefined],
    // As in mail and news of the 1990s.
    ["6 Apr 93 00:34:12", "1993-04-06T00:34:12"],
    ["Tue, 6 Apr 1993 00:34 EDT", "1993-04-06T04:34:00"],
    ["Tue Apr  6 00:34:12 1993", "1993-04-06T00:34:12"],
    ["Tue Apr  6 00:34:12 PDT 1993", "1993-04-06T07:34:12"],
    ["Tuesday, 06-Apr-93 00:34:12 GMT", "1993-04-06T00:34:12"],
    ["Tue, 6 Apr 93 00:34:12 EDT(-0400)", "1993-04-06T04:34:12"],
    ["6 April 1993 00:34:12 MET DST", "1993-04-05T22:34:12"],
    ["6 Apr 93 00:34:12 GMT+12", "1993-04-05T12:34:12"],
    ["6 Apr 93 12:34:12 +01", "1993-04-06T11:34:12"],
    ["6 Apr 93 12:34:12 +01:30", "1993-04-06T11:04:12"],
    ["6 Apr 93 12:34:12 XYZ", "1993-04-06T12:34:12"],
    ["6 Apr 93 12:34:12 GMT Daylight Time", "1993-04-06T12:34:12"],
    ["Di, 6 Apr 1993 00:34:12 +0200", "1993-04-05T22:34:12"],
    ["6 Apr 93 1:02:03 PM", "1993-04-06T13:02:03"],
    ["6 Apr 93 12:02:03 AM -0400", "1993-04-06T04:02:03"],
    ["6 Apr 93 13:02:03 PM", "1993-04-06T13:02:03"],
    ["1993-04-06T00:34:12Z", "1993-04-06T00:34:12"],
    ["1993-04-06T00:34:12.345+02:00", "1993-04-05T22:34:12"],
    ["2002/09/14 Sat 02:29:32 CDT", "2002-09-14T07:29:32"],
    ["1993 Apr 6 00:34:12", "1993-04-06T00:34:12"],
    ["6 Apr 1993", "1993-04-06T00:00:00"],
    ["Thu, 22 Aug 102 12:07:35 +0800", "2002-08-22T04:07:35"],
    ["Thu, 22 Aug 0102 12:07:35 +0800", "2002-08-22T04:07:35"],
    ["Thu, 22 Aug 2002 12:07:35 +-0800", "2002-08-22T20:07:35"],
    ["Thu, 22 Aug 2002 12:07:35 0530", "2002-08-22T06:37:35"],
    ["6 Apr 49 00:00:00", "2049-04-06T00:00:00"],
    ["6 Apr 50 00:00:00", "1950-04-06T00:00:00"],
    ["30 Jun 1992 23:59:60 UT", "1992-07-01T00:00:00"],
    ["29 Feb 2000 00:00:00", "2000-02-29T00:00:00"],
  ])("takes %s", (value, time) => {
    expect(iso(value)).toBe(time);
  });

  const IMPOSSIBLE = `|yesterday|Tue, 12:00:00|Apr 1993 12:00:00|6 12:00:00 1993|31 Feb 1993 12:00:00
29 Feb 1900 12:00:00|0 Apr 1993 12:00:00|6 Apr 99999 12:00:00|6 Apr 19102 12:00:00|6 Apr 1899 12:00:00|6 Apr 1 12:00:00
6 Apr 1993 24:00:00|6 Apr 1993 12:60:00|6 Apr 1993 12:00:61|6 Apr 1993 0:30:00 AM|6 Apr 1993 12:00:00 +3000
6 Apr 1993 12:00:00 +0060|6 Apr 1993 12:00:00 01800|6 Apr 1993 at noon|6 13 Apr 1993 7 12:00|04/06/93 12:00:00`;

  it.each(IMPOSSIBLE.split(/[|\n]/))("finds no time in %j", (value) => {
    expect(parseDate(value)).toBeUndefined();
  });

  it("ignores a value that is too long for a date", () => {
    expect(iso(`6 Apr 1993 12:00:00 ${"(x)".repeat(300)}`)).toBe("1993-04-06T12:00:00");
    expect(iso(`6 Apr 1993 12:00:00 ${"(x)".repeat(1000)}`)).toBeUndefined();
  });

  it("reads back a time that was written in any form and zone", () => {
    const time = fc.integer({ min: Date.UTC(1950, 0, 1) / 1000, max: Date.UTC(2049, 11, 31) / 1000 });
    fc.assert(
      fc.property(time, fc.integer({ min: -14 * 60, max: 14 * 60 }), (seconds, offset) => {
        const local = new Date((seconds + offset * 60) * 1000);
        const [weekday, day, month, year, clock] = local.toUTCString().replace(",", "").split(" ");
        const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const zone = `${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}${String(minutes).padStart(2, "0")}`;
        for (const written of [
          `${weekday}, ${day} ${month} ${year} ${clock} ${zone}`,
          `${Number(day)} ${month} ${year} ${clock} (note) ${zone}`,
          `${weekday} ${month} ${day} ${clock} ${zone} ${year}`,
          `${day}-${month}-${year} ${clock}${zone}`,
        ]) {
          expect(parseDate(written), written).toBe(seconds * 1000);
        }
      }),
    );
  });
});
