/** The parts of the game page, each in the states it has. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { faceProperties } from '../board/faces';
import { Actions } from '../game/actions';
import { Chat } from '../game/chat';
import { FurigomaStrip } from '../game/furigoma-strip';
import type { GameStore } from '../game/game-store';
import { ImpassePanel } from '../game/impasse-panel';
import { MoveList } from '../game/move-list';
import { PlayerCard } from '../game/player-card';
import { ResultPanel } from '../game/result-panel';
import { GameSteps } from '../game/steps';
import { TimeGraph } from '../game/time-graph';
import { WaitingPanel } from '../game/waiting-panel';
import type { GameSnapshot } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { KINGS, mapSamples, SAMPLES, type SampleName, sampleStore } from './samples';

export function TableParts() {
  const [stores] = useState(() => mapSamples(sampleStore));
  const variant = VARIANTS[0];
  const style = variant ? faceProperties(variant, { set: 'kanji2', kings: KINGS, marks: false }) : {};
  const part = (name: SampleName, view: (store: GameStore, game: GameSnapshot) => ComponentChildren) => (
    <li key={name}>{view(stores[name], SAMPLES[name])}</li>
  );
  return (
    <ul class="table-parts faces-kanji2 orientation-sente promoted-red" style={style}>
      {part('playing', (store, game) => (
        <>
          <PlayerCard store={store} game={game} side="gote" place="top" strength={null} />
          <PlayerCard
            store={store}
            game={{ ...game, turn: 'sente' }}
            side="sente"
            place="bottom"
            strength={null}
          />
        </>
      ))}
      {part('drawn', (store, game) => (
        <section class="record card">
          <MoveList store={store} game={game} />
          <TimeGraph store={store} game={game} />
          <GameSteps store={store} />
        </section>
      ))}
      {part('lost', (store, game) => (
        <Chat store={store} game={game} />
      ))}
      {part('furigoma', (_, game) => (
        <FurigomaStrip game={game} />
      ))}
      {(['waiting', 'joining'] as const).map((name) =>
        part(name, (store, game) => <WaitingPanel store={store} game={game} me={null} />),
      )}
      {(['offered', 'asked'] as const).map((name) =>
        part(name, (store, game) => <Actions store={store} game={game} />),
      )}
      {part('impasse', (store, game) => (
        <ImpassePanel store={store} game={game} />
      ))}
      {(['won', 'lost', 'drawn'] as const).map((name) =>
        part(name, (store, game) => <ResultPanel store={store} game={game} strengths={null} />),
      )}
    </ul>
  );
}
