/** What was played where one looks. */

import type { Signal } from '@preact/signals';
import { Explorer } from '../explorer/explorer';
import type { ReviewStore } from './review-store';

/** Whose openings the address asks for. */
export const explored = () => new URLSearchParams(location.search).get('explore');

export function Openings({ store, open }: { store: ReviewStore; open: Signal<boolean> }) {
  const node = store.node.value;
  const position = node && store.positions.value.get(node.id);
  if (!position || node.end !== undefined) return null;
  return (
    <Explorer
      position={position}
      previous={node.usi}
      player={explored()}
      onMove={(usi) => store.edit({ t: 'play', after: node.id, usi })}
      open={open.value}
      onOpen={(opens) => {
        open.value = opens;
      }}
    />
  );
}
