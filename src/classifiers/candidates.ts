const TF_IDF = { tf: "log", idf: "smooth", norm: "l2" } as const;
const PRESENCE = { tf: "binary", idf: "smooth", norm: "l2" } as const;
const WORDS = ["words", "fields"] as const;
const PAIRS = ["words", "ngrams", "fields"] as const;
const CHARACTERS = ["characters"] as const;

/** The default candidates of a learned combination. A new candidate is one line. */
export const CANDIDATES = [
  { classifier: "complement", alpha: 0.1, tf: "sqrt", norm: "l2", kinds: WORDS },
  { classifier: "multinomial", alpha: 0.1, tf: "binary", kinds: PAIRS },
  { classifier: "nb-svm", alpha: 0.01, cost: 0.1, ...PRESENCE, kinds: WORDS },
  { classifier: "linear-svm", costs: [0.3, 1], ...TF_IDF, idfPower: 2, kinds: WORDS },
  { classifier: "linear-svm", costs: [1, 3], ...TF_IDF, kinds: PAIRS, minDocuments: 2 },
  { classifier: "linear-svm", costs: [0.3, 1], ...TF_IDF, kinds: CHARACTERS, minDocuments: 2 },
  { classifier: "linear-svm", cost: 0.3, tf: "binary", norm: "l2", kinds: CHARACTERS, minDocuments: 2 },
] as const;
