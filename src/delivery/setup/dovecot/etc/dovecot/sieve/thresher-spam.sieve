# A message has come into Junk.
require ["vnd.dovecot.pipe", "copy", "imapsieve"];
pipe :copy "thresher-learn" ["spam"];
