/** An application that uses `text-thresher/browser-mail`, as a bundler finds it. */
export * from "text-thresher/browser-mail";
