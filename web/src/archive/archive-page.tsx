/**
 * The archive: bring games along as a file or as text, and see those one has brought and played.
 */

import { signal, useSignal } from '@preact/signals';
import { BoardPreview } from '../board/board-preview';
import { labelled, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { go } from '../router';
import { GuestKeeps } from '../site/guest-keeps';
import { FileButton } from '../ui/file-button';
import { Icon } from '../ui/icon';
import { usePaged } from '../ui/loaded';
import { More, NoLines, Page } from '../ui/page';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import {
  allImported,
  allPlayed,
  bringFrom,
  bringGames,
  FILE_BYTES_MAX,
  importedGames,
  playedGames,
} from './archive-api';
import { FileNotes, FileWarning, type NotedFile } from './file-notes';
import { lengthAndEnd, type RecordProblem, recordProblem } from './words';

export function ArchivePage() {
  const words = t().archive;
  const imported = usePaged(async (next) => {
    const found = await importedGames(next);
    return { items: found.imports, next: found.next };
  });
  const played = usePaged(async (next) => {
    const found = await playedGames(next);
    return { items: found.games, next: found.next };
  });

  return (
    <Page class="archive">
      <header>
        <h1>{words.title}</h1>
        <p class="note">{words.lead}</p>
      </header>
      <Bring onBrought={() => void imported.again()} />
      <section aria-labelledby="imported-title">
        <ShelfTitle id="imported-title" title={words.imported} href={allImported} n={imported.items.length} />
        <NoLines of={imported} none={words.noImported} />
        <ul class="game-list">
          {imported.items.map((game) => (
            <li key={game.import}>
              <a class="card" href={`/kifu/${game.import}`}>
                <BoardPreview variant={game.variant} sfen={game.sfen} />
                <span>
                  <strong>{playersText(game)}</strong>
                  <span class="note">{noted([game.played, game.event])}</span>
                  <span class="note">{lengthAndEnd(game)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <More of={imported} />
      </section>
      <section aria-labelledby="played-title">
        <ShelfTitle id="played-title" title={words.played} href={allPlayed} n={played.items.length} />
        <NoLines of={played} none={words.noPlayed} />
        <ul class="game-list">
          {played.items.map((game) => (
            <li key={game.game}>
              <a class="card" href={`/${game.game}`}>
                <BoardPreview variant={game.variant} sfen={game.sfen} />
                <span>
                  <strong>{playersText(game)}</strong>
                  <span class="note">{dateText(game.ended_ms)}</span>
                  <span class="note">{lengthAndEnd(game)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <More of={played} />
      </section>
    </Page>
  );
}

function playersText({ sente, gote }: { sente: string | null; gote: string | null }): string {
  const words = t();
  return words.game.title(
    sente === null ? words.sides.sente : shownName(sente),
    gote === null ? words.sides.gote : shownName(gote),
  );
}

interface ShelfTitleProps {
  id: string;
  title: string;
  href: string;
  /** How many there are. */
  n: number;
}

function ShelfTitle({ id, title, href, n }: ShelfTitleProps) {
  return (
    <header class="shelf-title">
      <h2 id={id}>{title}</h2>
      {n > 0 && (
        <a class="button" href={href} download>
          <Icon name="download" />
          {t().archive.all}
        </a>
      )}
    </header>
  );
}

/** What was typed stays while another page is looked at. */
const pasted = signal('');

/** Whether what was pasted is no record and says where one is. */
function isAddress(pasted: Blob | string): pasted is string {
  return typeof pasted === 'string' && /^\s*https?:\/\/\S+\s*$/.test(pasted);
}

function Bring({ onBrought }: { onBrought(): void }) {
  const words = t().archive;
  const busy = useSignal(false);
  const over = useSignal(false);
  /** What is wrong with files, and with sending them. */
  const problems = useSignal<readonly RecordProblem[]>([]);
  /** The files that were read. */
  const read = useSignal<readonly NotedFile[]>([]);

  const bring = async (files: (Blob | string)[]) => {
    busy.value = true;
    problems.value = [];
    read.value = [];
    const kept = { games: 0, known: 0, notes: 0 };
    let only: string | undefined;
    for (const [i, file] of files.entries()) {
      const tooLarge = typeof file !== 'string' && file.size > FILE_BYTES_MAX;
      const name = file instanceof File ? file.name : null;
      const result = tooLarge ? null : await (isAddress(file) ? bringFrom(file.trim()) : bringGames(file));
      if (!result?.ok) {
        const why: RecordProblem = result ? recordProblem(result.problem) : { text: words.tooLarge };
        problems.value = [
          ...problems.peek(),
          name === null ? why : { ...why, text: labelled(name, why.text) },
        ];
        // What is wrong with one file does not keep the others out; what is wrong elsewhere would.
        if (!result || result.problem.status === 422 || result.problem.status === 413) continue;
        const left = files.length - i - 1;
        if (left > 0) problems.value = [...problems.peek(), { text: words.filesLeft(left) }];
        break;
      }
      const { imports, n_known, notes, n_notes } = result.value;
      read.value = [...read.peek(), { name, notes, n_notes }];
      if (file === pasted.peek()) pasted.value = '';
      kept.games += imports.length;
      kept.known += n_known;
      kept.notes += n_notes;
      only = imports[0]?.import;
    }
    busy.value = false;
    if (kept.games === 0) return;
    toast.show(
      kept.known === 0 ? words.brought(kept.games) : words.broughtOf(kept.games - kept.known, kept.games),
      'good',
    );
    if (only && kept.games === 1 && kept.notes === 0 && problems.peek().length === 0) go(`/kifu/${only}`);
    else onBrought();
  };

  return (
    <form
      class={over.value ? 'card bring over' : 'card bring'}
      onSubmit={(event) => {
        event.preventDefault();
        if (pasted.value.trim()) void bring([pasted.value]);
      }}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) void bring(files);
      }}
    >
      <TextField
        label={words.paste}
        exact
        lines={5}
        value={pasted.value}
        placeholder={words.pasteExample}
        onInput={(text) => {
          pasted.value = text;
        }}
      />
      <div class="row">
        <button type="submit" class="primary" disabled={busy.value || !pasted.value.trim()}>
          {words.bring}
        </button>
        <FileButton
          label={words.choose}
          multiple
          disabled={busy.value}
          onChoose={(files) => void bring(files)}
        />
        <span class="note">{words.drop}</span>
      </div>
      <GuestKeeps />
      {problems.value.map((problem, i) => (
        <FileWarning key={i} of={problem} />
      ))}
      <FileNotes files={read.value} />
    </form>
  );
}
