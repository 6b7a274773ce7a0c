/** An address as a picture that a phone's camera reads. */

import { encode } from 'uqr';

/** The quiet margin that readers need, in modules. */
const MARGIN = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  const whole = size + 2 * MARGIN;
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      shape-rendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  );
}
