/**
 * The time of a clock that goes on while the page sleeps, or is closed and opened again: of Unix,
 * and never back. A page's own time stands still on some devices while they sleep.
 */

/** A device whose two clocks are farther apart than this has slept. */
const SLEPT_MS = 1_000;

export class Watch {
  private readonly page: () => number;
  private readonly unix: () => number;
  private offset: number;

  constructor(page = () => performance.now(), unix = () => Date.now()) {
    this.page = page;
    this.unix = unix;
    this.offset = unix() - page();
  }

  now(): number {
    return this.page() + this.offset;
  }

  /** To be called when the page is seen again. */
  wake(): void {
    const ahead = this.unix() - this.now();
    if (ahead > SLEPT_MS) this.offset += ahead;
  }
}
