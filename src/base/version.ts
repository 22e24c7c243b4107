/** The version of this package: a constant, because reading package.json costs every start a millisecond. */
export const VERSION = "0.2.0";
