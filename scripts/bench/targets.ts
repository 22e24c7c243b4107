/** Targets for 20news-bydate, shown for every corpus. Most are ratios and should hold for similar corpora. */
export const TARGETS = {
  /** Train and test, wall time, as a share of scikit-learn's. */
  ofScikitLearn: 0.22,
  /** The same, as a multiple of counting the words of the same files. */
  ofWordCount: 1.6,
  /** Peak memory of train and test, in bytes. */
  peakMemory: 150e6,
  /** Classify one document in a new process, as a multiple of an idle Node.js. */
  ofNode: 2.5,
  /** 10-fold cross-validation, as a share of scikit-learn's time. */
  crossValidationOfScikitLearn: 0.1,
  /** Learning curve of 5 sizes and 5 repeats, as a share of scikit-learn's time. */
  learningCurveOfScikitLearn: 0.06,
  /** Preset `fast`, as a share of scikit-learn's complement naive Bayes on tf-idf. */
  fastOfScikitLearn: 0.5,
  /** Preset `best`, as a share of scikit-learn's logistic regression on tf-idf of words and pairs. */
  bestOfScikitLearn: 0.1,
  /** Classify one document with a model of preset `best` in a new process, as a multiple of an idle Node.js. */
  bestOfNode: 4,
  /** Size of a model file of preset `best`, in bytes. */
  bestFile: 60e6,
  /** Nearest neighbours of the test documents, as a share of scikit-learn's brute-force search. */
  neighboursOfScikitLearn: 0.33,
  /** Training on nine tenths of a mail corpus, as a multiple of bogofilter. */
  mailTrainingOfBogofilter: 1.3,
  /** Filter one message in a new process, as a multiple of an idle Node.js. */
  filterOfNode: 2,
  /** The same through a server, in seconds beyond an idle Node.js. */
  serverBeyondNode: 0.005,
  /** Peak memory of the filter, in bytes. */
  filterMemory: 120e6,
  /** Size of a model file, in bytes. */
  modelFile: 6e6,
  /** Ten times the documents, as a multiple of the time for one. */
  ofTenth: 11,
} as const;
