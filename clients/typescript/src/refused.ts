/** What becomes of commands and connections that the server does not want. */

/** A command was not carried out; `code` is of the list in docs/protocol.md. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly until: number | null = null,
  ) {
    super(`${code}: ${message}`);
  }
}

/** The server will not have this program, so no other connection is tried. */
export class Closed extends Error {}
