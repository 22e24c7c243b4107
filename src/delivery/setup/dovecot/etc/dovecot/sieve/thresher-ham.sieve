# A message has left Junk. Throwing it away says nothing about its class.
require ["vnd.dovecot.pipe", "copy", "imapsieve", "environment", "variables", "special-use"];
if environment :matches "imap.mailbox" "*" {
  set "mailbox" "${1}";
}
if anyof (specialuse_exists "${mailbox}" "\\Trash",
          string :matches "${mailbox}" ["Trash*", "*.Trash*", "*/Trash*", "Deleted *", "*.Deleted *", "*/Deleted *"]) {
  stop;
}
pipe :copy "thresher-learn" ["ham"];
