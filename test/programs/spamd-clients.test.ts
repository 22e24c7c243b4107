import { join } from "node:path";
import { expect, it } from "vitest";
import { execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { startServer } from "../helpers/server.js";
import { succeeded, trainedModel } from "./programs.js";

/** Asks all that the client can ask, about a message with and without a line end at its end. */
const PROGRAM = `
use Mail::SpamAssassin::Client;
my $client = Mail::SpamAssassin::Client->new({ socketpath => $ARGV[0], username => "ann" });
print "ping: ", ($client->ping() ? 1 : 0), "\\n";
for my $end ("\\n", "") {
  my $message = "From: b\\@example.com\\nSubject: urgent\\n\\nwinner of a cash prize$end";
  my $checked = $client->check($message);
  print "check: $checked->{isspam}, ", ($checked->{message} ? "a message" : "no message"), "\\n";
  my $processed = $client->process($message);
  print "process: ", ($processed->{message} =~ /^X-Spam-Flag: YES$/m ? 1 : 0), ($processed->{message} =~ /\\n\\nwinner of a cash prize$end\\z/ ? 1 : 0), "\\n";
  my $headers = $client->headers($message);
  print "headers: ", ($headers->{message} =~ /^X-Spam-Flag: YES$/m ? 1 : 0), ($headers->{message} =~ /winner/ ? 1 : 0), "\\n";
}
my $message = "From: b\\@example.com\\nSubject: new\\nMessage-ID: <new\\@example.com>\\n\\nlunch\\n";
print "learn: ", join(" ", map { $client->learn($message, $_) ? 1 : 0 } (0, 0, 1, 2, 2)), "\\n";
`;

it("answers SpamAssassin's own client for Perl, which sends a line end after each message", async () => {
  const place = join(temporaryFolder(), "spamd");
  await startServer(["-m", trainedModel({ remember: true }), "--spamd", place, "--allow-tell", "--quiet"]);
  // Where .ci/run unpacks the client, if SpamAssassin is not installed.
  const env = { PERL5LIB: "/opt/spamassassin/usr/share/perl5" };
  const stdout = await succeeded(execute("perl", ["-", place], { input: PROGRAM, env }));
  const each = "check: True, no message\nprocess: 11\nheaders: 10\n";
  expect(stdout).toBe(`ping: 1\n${each}${each}learn: 1 0 1 1 0\n`);
});
