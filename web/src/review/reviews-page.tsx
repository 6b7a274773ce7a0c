/**
 * Where reviews begin: a record that is pasted or opened, an empty board, and the reviews there
 * are.
 */

import '../styles/review.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, orNull } from '../api/request';
import { FILE_BYTES_MAX } from '../archive/archive-api';
import { FileNotes, FileWarning, type NotedFile } from '../archive/file-notes';
import { type RecordProblem, recordProblem } from '../archive/words';
import { isSfen } from '../editor/edit';
import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { connection, user } from '../session';
import { EmptyState } from '../ui/empty-state';
import { FileButton } from '../ui/file-button';
import { Page } from '../ui/page';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import { VariantSelect } from '../variants/variant-select';
import type { ReviewListed, ReviewsRead, ReviewTree, Side } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { gameTree, importedTree, ownReviews, publicReviews, readFile } from './review-api';
import { Review } from './review-page';
import { emptyTree, headerOf } from './tree';

export function ReviewsPage() {
  const words = t();
  const draft = useSignal<ReviewTree | null>(null);
  const learns = useSignal<Side | undefined>(undefined);
  const lists = useSignal<{ own: ReviewListed[]; open: ReviewListed[] } | null>(null);
  const variant = useSignal('standard');
  useEffect(() => {
    void Promise.all([ownReviews(), publicReviews()]).then(([own, open]) => {
      lists.value = {
        own: own.ok ? own.value.reviews : [],
        open: open.ok ? open.value.reviews : [],
      };
    });
  }, []);
  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    // A position comes from the editor in the address,
    const table = VARIANTS.find((it) => it.name === asked.get('variant'));
    const sfen = asked.get('sfen');
    if (table && sfen !== null && isSfen(table, sfen)) draft.value = emptyTree(table.name, sfen);
    // a player's openings begin where games do,
    const start = table ?? VARIANTS.find((it) => it.name === 'standard');
    if (start && sfen === null && asked.get('explore') !== null)
      draft.value = emptyTree(start.name, start.start);
    // and a game from one's archive, or one that has just been played.
    const [id, code] = [asked.get('import'), asked.get('game')];
    const tree = id !== null ? importedTree(id) : code !== null ? gameTree(code) : null;
    void Promise.all([tree, learner()]).then(([found, side]) => {
      if (!tree) return;
      learns.value = side;
      if (found) draft.value = found;
      else toast.show(t().archive.gone, 'bad');
    });
  }, []);
  if (draft.value)
    return <Review from={{ draft: draft.value }} learns={learns.value} isBrought={!isOfSomeGame()} />;
  const open = (tree: ReviewTree) => {
    draft.value = tree;
  };
  const mine = new Set(lists.value?.own.map((it) => it.review));
  return (
    <Page class="archive">
      <header>
        <h1>{words.review.title}</h1>
        <p class="note">{words.review.lead}</p>
      </header>
      <OpenRecord onOpen={open} />
      <form
        class="card bring"
        onSubmit={(event) => {
          event.preventDefault();
          const start = VARIANTS.find((it) => it.name === variant.value)?.start;
          if (start) open(emptyTree(variant.value, start));
        }}
      >
        <h2>{words.review.fromStart}</h2>
        <div class="row">
          <VariantSelect
            value={variant.value}
            onChange={(next) => {
              variant.value = next;
            }}
          />
          <button type="submit">{words.review.begin}</button>
        </div>
      </form>
      <Shelf
        id="own-reviews"
        title={words.review.own}
        reviews={lists.value?.own}
        empty={words.review.noOwn}
      />
      <Shelf
        id="open-reviews"
        title={words.review.public}
        reviews={lists.value?.open.filter((it) => !mine.has(it.review))}
        empty={words.review.noPublic}
      />
    </Page>
  );
}

/** Whether it is a game that was played here, by whomever. */
const isOfSomeGame = () => new URLSearchParams(location.search).has('game');

/** Comes once the server has said who the reader is. */
const isConnected = () =>
  new Promise<void>((resolve) => {
    const stop = connection.subscribe((now) => {
      if (now !== 'open') return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

/** Whose mistakes the address asks to learn from, if they are the reader's own. */
async function learner(): Promise<Side | undefined> {
  const asked = new URLSearchParams(location.search);
  const [code, side] = [asked.get('game'), asked.get('learn')];
  if (code === null || (side !== 'sente' && side !== 'gote')) return undefined;
  const [game] = await Promise.all([orNull(ask('GET', '/games/{code}', { path: { code } })), isConnected()]);
  const own = game?.players[side]?.user;
  return own !== undefined && own === user.value?.id ? side : undefined;
}

interface ShelfProps {
  id: string;
  title: string;
  /** Undefined until they are known. */
  reviews: ReviewListed[] | undefined;
  empty: string;
}

function Shelf({ id, title, reviews, empty }: ShelfProps) {
  const words = t();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {reviews?.length === 0 && <EmptyState text={empty} />}
      <ul class="review-list">
        {reviews?.map((it) => (
          <li key={it.review}>
            <a class="card" href={`/review/${it.review}`}>
              <strong>{it.title || words.review.untitled}</strong>
              <span class="note">
                {noted([
                  words.lobby.moves(it.plies),
                  it.variant === 'standard' ? '' : (words.variants[it.variant] ?? it.variant),
                  it.of_game ? words.review.ofGame : it.public ? words.review.public : '',
                  dateText(it.updated_ms),
                ])}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenRecord({ onOpen }: { onOpen(tree: ReviewTree): void }) {
  const words = t();
  const text = useSignal('');
  const busy = useSignal(false);
  const problem = useSignal<RecordProblem | null>(null);
  const found = useSignal<(ReviewsRead & NotedFile) | null>(null);
  const read = async (file: Blob | string) => {
    problem.value = null;
    found.value = null;
    if (typeof file !== 'string' && file.size > FILE_BYTES_MAX) {
      problem.value = { text: words.archive.tooLarge };
      return;
    }
    busy.value = true;
    const answer = await readFile(file);
    busy.value = false;
    if (!answer.ok) {
      problem.value = recordProblem(answer.problem);
      return;
    }
    const { trees, n_notes } = answer.value;
    // What is odd about a file is read before its game is opened.
    if (trees.length === 1 && trees[0] && n_notes === 0) onOpen(trees[0]);
    else found.value = { ...answer.value, name: file instanceof File ? file.name : null };
  };
  return (
    <form
      class="card bring"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim()) void read(text.value);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) void read(file);
      }}
    >
      <TextField
        label={words.archive.paste}
        exact
        lines={5}
        value={text.value}
        placeholder={words.archive.pasteExample}
        onInput={(typed) => {
          text.value = typed;
        }}
      />
      <div class="row">
        <button type="submit" class="primary" disabled={busy.value || !text.value.trim()}>
          {words.review.openText}
        </button>
        <FileButton
          label={words.review.openFile}
          disabled={busy.value}
          onChoose={([file]) => {
            if (file) void read(file);
          }}
        />
      </div>
      {problem.value && <FileWarning of={problem.value} />}
      {found.value && <FileNotes files={[found.value]} />}
      {found.value && (
        <fieldset class="found">
          <legend>{words.review.several(found.value.trees.length)}</legend>
          {found.value.trees.map((tree, i) => (
            <button key={i} type="button" onClick={() => onOpen(tree)}>
              {i + 1}.{' '}
              {words.game.title(
                shownName(headerOf(tree, 'Sente') ?? words.sides.sente),
                shownName(headerOf(tree, 'Gote') ?? words.sides.gote),
              )}
            </button>
          ))}
        </fieldset>
      )}
    </form>
  );
}
