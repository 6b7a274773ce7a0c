/** Line icons, 20 × 20, in the colour of the text around them. */

export const PATHS = {
  flip: 'M6 3v12m0 0-3-3m3 3 3-3M14 17V5m0 0-3 3m3-3 3 3',
  flag: 'M5 18V3m0 1h9l-2 3.500L14 11H5',
  undo: 'M4 8h8a4 4 0 0 1 0 8H8M4 8l3.500-3.500M4 8l3.500 3.500',
  draw: 'M4 7.500h12M4 12.500h12',
  chat: 'M3 4h14v9H9l-4 4v-4H3z',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.010M3 10h.010M3 15h.010',
  sliders:
    'M3 6h7M14 6h3M3 14h3M10 14h7M12 3.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400zM8 11.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400z',
  plus: 'M10 4v12M4 10h12',
  close: 'M5 5l10 10M15 5 5 15',
  first: 'M15 4 8 10l7 6zM5 4v12',
  previous: 'M13 4l-7 6 7 6z',
  next: 'M7 4l7 6-7 6z',
  last: 'M5 4l7 6-7 6zM15 4v12',
  play: 'M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM8.300 6.600l5 3.400-5 3.400z',
  pause: 'M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM8 7v6M12 7v6',
  up: 'M10 16V4m0 0-5 5m5-5 5 5',
  down: 'M10 4v12m0 0-5-5m5 5 5-5',
  eye: 'M2 10s3-5.500 8-5.500S18 10 18 10s-3 5.500-8 5.500S2 10 2 10zM10 7.600a2.400 2.400 0 1 0 0 4.800 2.400 2.400 0 0 0 0-4.800z',
  copy: 'M7 7h10v10H7zM13 7V3H3v10h4',
  download: 'M10 3v9m0 0-3.500-3.500M10 12l3.500-3.500M3 16.500h14',
  check: 'M4 10.500 8 15l8-10',
  wifi: 'M2.500 8a11 11 0 0 1 15 0M5 11a7.500 7.500 0 0 1 10 0M7.500 13.800a4 4 0 0 1 5 0M10 16.500h.010',
  person: 'M10 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 17.5c.5-3.5 3.4-5.5 7-5.5s6.5 2 7 5.5',
  more: 'M4.500 10h.010M10 10h.010M15.500 10h.010',
  search: 'M9 3.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM13 13l4 4',
  open: 'M6 8l4 4 4-4',
  book: 'M10 5.500C8 4 5.500 3.500 3 3.500v11.500c2.500 0 5 .500 7 2 2-1.500 4.500-2 7-2V3.500c-2.500 0-5 .500-7 2zM10 5.500V17',
  piece: 'M10 2.500 15.500 5.500 17.500 17.500H2.500L4.500 5.500z',
  cup: 'M6 3h8v5a4 4 0 0 1-8 0zM6 4.500H3c0 3 1 4.500 3.200 4.800M14 4.500h3c0 3-1 4.500-3.200 4.800M10 12v3M7 17h6',
  friend:
    'M7 9.500A3 3 0 1 0 7 3.500a3 3 0 0 0 0 6zM1.500 17c0-3.500 2.400-5.500 5.500-5.500s5.500 2 5.500 5.500M13 3.800a3 3 0 0 1 0 5.400M15 12c2.200.800 3.500 2.500 3.500 5',
  computer: 'M3 4h14v9.500H3zM7 17h6M10 13.500V17M7.500 7.500v1.500M12.500 7.500v1.500',
  bell: 'M10 2.500a4.500 4.500 0 0 1 4.500 4.500c0 4 1.500 5 2 6.500H3.500c.500-1.500 2-2.500 2-6.500A4.500 4.500 0 0 1 10 2.500zM8 16.500a2 2 0 0 0 4 0',
  letter: 'M3 5h14v10.500H3zM3 5.500l7 5.500 7-5.500',
  send: 'M3 10 17 3.500 12.500 17 9.500 11.500zM9.500 11.500 17 3.500',
  share:
    'M14.500 3a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM5.500 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM14.500 12a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM7.800 8.900l4.500-2.300M7.800 11.100l4.500 2.300',
  print: 'M5 7V3h10v4M5 14H3V7h14v7h-2M5 11.500h10V17H5z',
  repeat:
    'M4 9V7a2 2 0 0 1 2-2h9m0 0-2.500-2.500M15 5l-2.500 2.500M16 11v2a2 2 0 0 1-2 2H5m0 0 2.500 2.500M5 15l2.500-2.500',
  sound: 'M3 8v4h3l4 3.500v-11L6 8zM13 7.500a4 4 0 0 1 0 5M15.300 5.300a7 7 0 0 1 0 9.400',
  mute: 'M3 8v4h3l4 3.500v-11L6 8zM13.500 8l4 4M17.500 8l-4 4',
  zen: 'M3 7.500V3h4.500M12.500 3H17v4.500M17 12.500V17h-4.500M7.500 17H3v-4.500',
  help: 'M7.500 7.500a2.500 2.500 0 1 1 3.500 2.300c-.700.300-1 .800-1 1.700M10 14.500h.010',
  heart:
    'M10 16.500C5 12.500 2.500 10 2.500 7.200A3.700 3.700 0 0 1 10 6a3.700 3.700 0 0 1 7.500 1.200c0 2.800-2.500 5.300-7.500 9.300z',
  keyboard: 'M2 5h16v10H2zM5 8h.010M8 8h.010M11 8h.010M14 8h.010M6 12h8',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** ☗ and ☖ as drawings: the signs are missing from many fonts. */
export function SideMark({ side }: { side: 'sente' | 'gote' }) {
  return (
    <svg class={`side-mark ${side}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d="M10 1.800 15.800 4.600 18 18.200H2L4.200 4.600Z" />
    </svg>
  );
}

/**
 * A game won is a white disc and a lost one a black disc, by day and by night; a draw is a
 * triangle.
 */
export function ResultMark({ result }: { result: 'won' | 'drawn' | 'lost' }) {
  return (
    <svg class={`result-mark ${result}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {result === 'drawn' ? <path d="M10 3 18 17H2Z" /> : <circle cx="10" cy="10" r="7.5" />}
    </svg>
  );
}
