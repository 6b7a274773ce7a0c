/**
 * The offset between the server's clock and ours, from question-and-answer pairs.
 * The pair with the shortest round trip is believed: its error is at most half that trip.
 */

const SAMPLES_MAX = 8;

export interface TimeOffset {
  /** Milliseconds to add to the local clock to get the server's. */
  readonly offsetMs: number;
  /** Median round trip of the kept samples, null before the first answer. */
  readonly lagMs: number | null;
  /** One answer: asked and heard on the local clock, `now` as the server said. */
  sample(askedMs: number, heardMs: number, now: number): void;
}

export function createTimeOffset(): TimeOffset {
  let samples: { trip: number; offset: number }[] = [];
  let offsetMs = 0;
  let lagMs: number | null = null;
  return {
    get offsetMs() {
      return offsetMs;
    },
    get lagMs() {
      return lagMs;
    },
    sample(askedMs, heardMs, now) {
      const trip = Math.max(0, heardMs - askedMs);
      samples = [...samples.slice(1 - SAMPLES_MAX), { trip, offset: now - (askedMs + heardMs) / 2 }];
      const byTrip = [...samples].sort((a, b) => a.trip - b.trip);
      offsetMs = byTrip[0]?.offset ?? 0;
      lagMs = byTrip[Math.floor((byTrip.length - 1) / 2)]?.trip ?? null;
    },
  };
}
