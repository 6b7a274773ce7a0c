/** A stream that somebody follows, over any number of connections. */

import type { ServerMessageEvent, ServerMessageSnapshot } from './wire.js';

/** Frames that wait for whoever reads them. When there are more, all of them give way to a snapshot. */
export const FRAMES_MAX = 1024;

export type Frame = ServerMessageSnapshot | ServerMessageEvent;

/** Frames in order, each once: what was missed during a break comes too, or a snapshot instead. */
export class Stream {
  private last: number | undefined;
  private epoch: number | undefined;
  private frames: Frame[] = [];
  private why: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(readonly name: string) {}

  /** What to say for it to go on behind what was heard. */
  subscribe() {
    return {
      t: 'subscribe' as const,
      stream: this.name,
      ...(this.last === undefined ? {} : { last: this.last }),
      ...(this.last === undefined || this.epoch === undefined ? {} : { epoch: this.epoch }),
    };
  }

  /** Takes a frame in; `false` when it must be subscribed to anew, because nobody reads. */
  hear(frame: Frame): boolean {
    if (frame.t === 'snapshot') this.frames = [];
    else if (frame.seq !== undefined && frame.epoch === this.epoch && frame.seq <= (this.last ?? -1))
      return true;
    if (frame.seq !== undefined) {
      this.last = frame.seq;
      this.epoch = frame.epoch;
    }
    if (this.frames.length >= FRAMES_MAX) {
      this.frames = [];
      this.last = undefined;
      return false;
    }
    this.frames.push(frame);
    this.wake?.();
    return true;
  }

  /** Nothing more will come. */
  end(why: Error): void {
    this.why ??= why;
    this.wake?.();
  }

  /** The next frame. When there will be none it throws why. */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.frames.shift();
      if (frame) return frame;
      if (this.why) throw this.why;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
