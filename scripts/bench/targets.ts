/**
 * What thresher has set itself for 20news-bydate. The benchmark shows them for every
 * corpus: most are ratios, and should hold for others of its kind.
 */
export const TARGETS = {
  /** Wall time of training and testing, of that of scikit-learn. */
  ofScikitLearn: 0.35,
  /** The same, of that of counting the words of the same files. */
  ofWordCount: 2.5,
  /** Peak memory of training and testing, in bytes. */
  peakMemory: 180e6,
  /** Wall time of classifying one document in a new process, of that of a Node.js that does nothing. */
  ofNode: 2.5,
  /** Wall time of 10-fold cross-validation, of that of scikit-learn. */
  crossValidationOfScikitLearn: 0.1,
  /** Wall time of a learning curve of 5 sizes and 5 repeats, of that of scikit-learn. */
  learningCurveOfScikitLearn: 0.06,
  /** Wall time of the preset `fast`, of that of scikit-learn's complement naive Bayes on tf-idf. */
  fastOfScikitLearn: 0.5,
  /** Wall time of the preset `best`, of that of scikit-learn's logistic regression on tf-idf of words and pairs. */
  bestOfScikitLearn: 1,
  /** Time to find the nearest neighbours of the test documents, of that of scikit-learn's search of every row. */
  neighboursOfScikitLearn: 0.33,
  /** Wall time of training on nine tenths of a corpus of mail, of that of bogofilter. */
  mailTrainingOfBogofilter: 2,
  /** Wall time of one message through the filter in a new process, of that of a Node.js that does nothing. */
  filterOfNode: 2,
  /** The same through a server, in seconds beyond that. */
  serverBeyondNode: 0.005,
  /** Peak memory of the filter, in bytes. */
  filterMemory: 120e6,
  /** Size of a model file, in bytes. */
  modelFile: 6e6,
  /** Wall time for ten times the documents, of that for the documents. */
  ofTenth: 11,
} as const;
