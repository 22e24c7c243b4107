import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folder.js";

/** The files of a certificate and of its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority that signs certificates for tests, made with openssl. */
export class TestAuthority {
  readonly #folder = temporaryFolder();
  /** The certificate of the authority. Clients that trust it trust what it signs. */
  readonly cert = join(this.#folder, "ca.pem");
  readonly key = join(this.#folder, "ca.key");
  #made = 0;

  constructor() {
    const files = ["-keyout", this.key, "-out", this.cert];
    this.#openssl("req", "-x509", ...NEW_KEY, ...files, "-days", "3650", "-subj", "/CN=Test Authority");
  }

  /**
   * Signs a certificate.
   *
   * @param names what it is for, such as `IP:127.0.0.1` or `DNS:mail.example.org`
   * @param isExpired whether its time was over long ago
   */
  sign(names = "IP:127.0.0.1,DNS:localhost", isExpired = false): Certificate {
    const made = join(this.#folder, String(this.#made++));
    const [cert, key, request] = [`${made}.pem`, `${made}.key`, `${made}.csr`];
    this.#openssl("req", "-new", ...NEW_KEY, "-keyout", key, "-out", request, "-subj", "/CN=Test Server");
    // `openssl ca` alone can choose both dates. It keeps its books in files.
    for (const [name, text] of Object.entries({ index: "", serial: "01\n", conf: CONFIGURATION })) {
      writeFileSync(`${made}.${name}`, text.replaceAll("MADE", made).replaceAll("NAMES", names));
    }
    const dates = isExpired ? ["20010101000000Z", "20010201000000Z"] : ["20200101000000Z", "21200101000000Z"];
    const signed = ["-cert", this.cert, "-keyfile", this.key, "-in", request, "-out", cert];
    const when = ["-startdate", dates[0], "-enddate", dates[1]];
    this.#openssl("ca", "-batch", "-notext", "-config", `${made}.conf`, ...signed, ...when, "-outdir", this.#folder);
    return { cert, key };
  }

  #openssl(...args: readonly string[]): void {
    execFileSync("openssl", args, { stdio: "pipe" });
  }
}

const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

const CONFIGURATION = `[ca]
default_ca = own
[own]
database = MADE.index
serial = MADE.serial
default_md = sha256
policy = any
x509_extensions = server
[any]
commonName = supplied
[server]
subjectAltName = NAMES
`;
