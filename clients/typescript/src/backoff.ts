/** How long to wait before the next try. */

const FIRST_MS = 500;
const LONGEST_MS = 10_000;

/** A longer while each time, with a part by chance, so that not everybody comes at once. */
export class Backoff {
  private tries = 0;

  constructor(private readonly dice: () => number = Math.random) {}

  nextMs(): number {
    const whole = Math.min(FIRST_MS * 2 ** Math.min(this.tries, 10), LONGEST_MS);
    this.tries += 1;
    return whole * (0.5 + this.dice() / 2);
  }

  reset(): void {
    this.tries = 0;
  }
}
