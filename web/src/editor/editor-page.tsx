// biome-ignore-all lint/a11y/useSemanticElements: a fieldset would draw itself
/** `/editor`: any position of any variant, set up by hand, and what can be begun from it. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Explorer } from '../explorer/explorer';
import { language, t } from '../i18n/whole';
import { createLink, playEngine } from '../lobby/lobby-store';
import { SetupDialog } from '../lobby/setup-dialog';
import { theSocket } from '../session';
import { play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import { ActionRow } from '../ui/action-row';
import { Segments } from '../ui/choice';
import { Icon } from '../ui/icon';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { share } from '../ui/share-button';
import { VariantSelect } from '../variants/variant-select';
import { createEditor, type EditorStore } from './editor-store';
import { Box, EditorTable, Hands, SIDES, Text, Tools } from './editor-table';

/** Where a position stands in an address. */
const addressOf = (page: string, variant: string, sfen: string) =>
  `${page}?${new URLSearchParams({ variant, sfen })}`;

export function EditorPage() {
  const store = useMemo(() => {
    const asked = new URLSearchParams(location.search);
    return createEditor(theSocket(), asked.get('variant') ?? 'standard', asked.get('sfen'));
  }, []);
  useEffect(() => store.close, [store]);
  const { variant } = store.position.value;
  const sfen = store.sfen.value;
  useEffect(() => {
    // The address leads here again.
    history.replaceState(history.state, '', addressOf('/editor', variant.name, sfen));
  }, [variant, sfen]);
  const words = t().editor;
  return (
    <EditorTable store={store}>
      <section class="card trainer-head">
        <h1>{words.title}</h1>
        <VariantSelect name="variant" value={variant.name} onChange={store.choose} />
      </section>
      <section class="card trainer-panel">
        <Box store={store} />
        <p class="note">{words.help}</p>
        <Tools store={store} />
      </section>
      <section class="card trainer-panel">
        <Verdict store={store} />
        <Begin store={store} />
        {variant.hand.length > 0 && <Hands store={store} />}
        <Text store={store} />
      </section>
      <Openings store={store} />
    </EditorTable>
  );
}

/** What was played in the position; a move of it is played on the board. */
function Openings({ store }: { store: EditorStore }) {
  const open = useSignal(false);
  return (
    <Explorer
      position={store.position.value}
      onMove={(text) => {
        const usi = parseUsi(text);
        if (usi) store.change((it) => play(it, usi));
      }}
      open={open.value}
      onOpen={(opens) => {
        open.value = opens;
      }}
    />
  );
}

/** Whether a game can be played from there, or everything that speaks against it. */
function Verdict({ store }: { store: EditorStore }) {
  const words = t().editor;
  const verdict = store.verdict.value;
  const problems: Record<string, string> = t().positionProblems;
  const found = verdict?.problems ?? [];
  return (
    <>
      <Segments
        label={words.turn}
        options={SIDES.map((side) => [side, t().sides[side]] as const)}
        value={store.position.value.turn}
        onChange={(turn) => store.change((it) => ({ ...it, turn }))}
      />
      <div class={`verdict ${found.length > 0 ? 'failed' : verdict ? 'solved' : ''}`} role="status">
        {!verdict ? (
          words.checking
        ) : found.length > 0 ? (
          <>
            <p>{words.problems}</p>
            <ul>
              {found.map((code) => (
                <li key={code}>{problems[code] ?? code}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>{words.good}</p>
            {verdict.check && <p>{verdict.mate ? words.mate : words.check}</p>}
          </>
        )}
      </div>
    </>
  );
}

/** What leads on from a position: a game, or a review. */
function Begin({ store }: { store: EditorStore }) {
  const words = t().editor;
  const intent = useSignal<'engine' | 'link' | null>(null);
  const { variant } = store.position.value;
  const sfen = store.sfen.value;
  const mayPlay = store.verdict.value?.problems.length === 0;
  const asked = intent.value;
  return (
    <div role="group" aria-label={words.next}>
      <ActionRow>
        {(['engine', 'link'] as const).map((it) => (
          <button
            key={it}
            type="button"
            name={it}
            class={it === 'engine' ? 'primary' : ''}
            disabled={!mayPlay}
            onClick={() => {
              intent.value = it;
            }}
          >
            <Icon name={it === 'engine' ? 'computer' : 'friend'} />
            {it === 'engine' ? words.engine : words.friend}
          </button>
        ))}
        <a class="button" href={addressOf('/review', variant.name, sfen)}>
          <Icon name="branch" />
          {words.review}
        </a>
        <MoreMenu>
          <MenuAct
            icon="book"
            text={t().study.add.title}
            href={addressOf('/study/add', variant.name, sfen)}
          />
          <MenuAct icon="picture" text={words.picture} href={pictureOf(store)} isElsewhere />
          <MenuAct
            icon="share"
            text={t().page.share}
            onClick={() =>
              void share(words.title, new URL(addressOf('/editor', variant.name, sfen), location.href).href)
            }
          />
        </MoreMenu>
      </ActionRow>
      {asked && (
        <SetupDialog
          intent={asked}
          from={{ variant: variant.name, sfen }}
          onClose={() => {
            intent.value = null;
          }}
          onSubmit={({ setup, level, engine }) =>
            asked === 'engine'
              ? playEngine(theSocket(), setup, level, engine)
              : createLink(theSocket(), setup)
          }
        />
      )}
    </div>
  );
}

/** The address of its picture, seen as the board is. */
function pictureOf(store: EditorStore): string {
  const address = addressOf(
    '/api/v1/positions/diagram.svg',
    store.position.value.variant.name,
    store.sfen.value,
  );
  return `${address}&${new URLSearchParams({ lang: language.value, bottom: store.orientation.value })}`;
}
