import { resolve } from "node:path";
import { safeText } from "../../../base/safe-text.js";
import { accountsFile, accountText, addAccount, INSECURE, SECURITIES } from "../../../jobs/mailbox/accounts.js";
import { commandFrom } from "../../command.js";
import type { Texts } from "../../options/options.js";

type AddOptions = Texts<"host" | "user" | "security" | "passwordCommand" | "tokenCommand" | "ca">;

/** `thresher mailbox add`: writes an account into the user's configuration file. */
export const newCommand = commandFrom({
  does: "Add a mail account.",
  takes: { "<account>": "a name for the account" },
  options: {
    Account: {
      "--host <name[:port]>": "the server (default port: 993, without TLS from the start 143)",
      "--user <name>": "the name that you log in with, often the address",
      "--security <kind>": [
        "tls from the start, starttls, plain on this machine, or insecure: plain to others, who can read the password and the mail (default: tls)",
        [...SECURITIES, INSECURE],
      ],
      "--ca <file>": "trust the certificates in this file (PEM), and no others",
    },
    Password: {
      "--password-command <command>": "a command that prints the password, such as 'pass mail/home'",
      "--token-command <command>": ["a command that prints a token of OAuth 2", { conflicts: ["passwordCommand"] }],
    },
  },
  help: `The account is written to config.json in ~/.config/thresher. The password is not: without a command, set THRESHER_PASSWORD, or type it when it is asked for.

Examples:
  thresher mailbox add home --host mail.example.org --user me@example.org \\
    --password-command 'pass mail/home'
  thresher mailbox add here --host localhost --user me --security starttls --ca ca.pem`,
  run(name: string, { host: server, ca, ...options }: AddOptions) {
    const { user, security, passwordCommand, tokenCommand } = options;
    const secret = { passwordCommand, tokenCommand };
    const account = addAccount(name, {
      ...serverIn(server),
      user,
      security,
      ...secret,
      ca: ca && resolve(ca),
    });
    const next = `To try it, run: thresher mailbox check ${safeText(name)}`;
    return {
      isDone: true,
      json: () => ({ account, file: accountsFile() }),
      text: () => `Added ${name} (${safeText(accountText(account))}). ${next}\n`,
    };
  },
});

/** Splits `mail.example.org:993` or `[::1]:993` into host and port. An IPv6 address without brackets has no port. */
function serverIn(text: string | undefined): { readonly host: string | undefined; readonly port: number | undefined } {
  const [, bracketed, plain = text, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text ?? "") ?? [];
  return { host: bracketed ?? plain, port: port === undefined ? undefined : Number(port) };
}
