/** `/broadcasts/CODE`: the boards of a broadcast, round by round. */

import '../styles/broadcast.css';
import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { noted } from '../i18n/listed';
import { ReportReview } from '../review/report-review';
import { askedLink, Invitation } from '../study/invitation';
import { MembersDialog } from '../study/members-dialog';
import { BROADCAST_ROLES, studyOf } from '../study/study-api';
import { useTitle } from '../title';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { type Loaded, useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import type { Broadcast, BroadcastBoard } from '../wire/generated';
import { BoardCard } from './board-card';
import { addBoards, changeBroadcast, problemText } from './broadcast-api';
import { BoardFields, boardDraft, boardOf, TermsFields, termsDraft, termsOf } from './forms';
import { useBroadcast } from './use-broadcast';
import { delayText, instantText } from './words';

export function BroadcastPage({ code }: { code: string }) {
  const words = t().broadcast;
  const loaded = useBroadcast(code);
  const link = askedLink();
  const isStranger = loaded.state.is === 'missing' || (loaded.value && loaded.value.role === undefined);
  if (link !== null && isStranger) return <Invitation code={code} link={link} joined={loaded.again} />;
  return (
    <When
      of={loaded}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/broadcasts', to: words.title }}
    >
      {(broadcast) => <Open loaded={loaded} broadcast={broadcast} />}
    </When>
  );
}

interface OpenProps {
  loaded: Loaded<Broadcast>;
  broadcast: Broadcast;
}

/** The boards by their rounds, in the order in which the rounds come first. */
function rounds(boards: readonly BroadcastBoard[]): [string, BroadcastBoard[]][] {
  const found = new Map<string, BroadcastBoard[]>();
  for (const board of boards) found.set(board.round, [...(found.get(board.round) ?? []), board]);
  return [...found];
}

function Open({ loaded, broadcast }: OpenProps) {
  const words = t().broadcast;
  const opened = useSignal<'members' | 'settings' | 'board' | null>(null);
  useTitle(broadcast.title);
  const close = () => {
    opened.value = null;
  };
  const isOwner = broadcast.role === 'owner';
  const featured = broadcast.boards.find((it) => it.board === broadcast.featured);
  const others = broadcast.boards.filter((it) => it !== featured);
  return (
    <Page class="players-page broadcast-page">
      <header class="page-head">
        <div>
          <h1>{broadcast.title}</h1>
          <p class="note">
            {noted([
              instantText(broadcast.starts_ms),
              broadcast.owner.name,
              broadcast.visibility === 'private' ? words.draft : '',
              delayText(broadcast),
            ])}
          </p>
        </div>
        <div class="row">
          {isOwner && (
            <>
              <button type="button" onClick={() => (opened.value = 'board')}>
                <Icon name="plus" />
                {words.addBoard}
              </button>
              <button type="button" onClick={() => (opened.value = 'settings')}>
                <Icon name="sliders" />
                {words.settings}
              </button>
            </>
          )}
          {broadcast.role !== undefined && (
            <button type="button" onClick={() => (opened.value = 'members')}>
              <Icon name="friend" />
              {words.members}
            </button>
          )}
          <ShareButton title={broadcast.title} href={`/broadcasts/${broadcast.broadcast}`} />
          {!isOwner && <ReportReview place={{ study: broadcast.broadcast }} words={t().study.report} />}
        </div>
      </header>
      {broadcast.description && <p class="about-study">{broadcast.description}</p>}
      {featured && (
        <section class="featured-board" aria-label={words.boards}>
          <BoardCard broadcast={broadcast.broadcast} board={featured} />
        </section>
      )}
      {rounds(others).map(([round, boards]) => (
        <section key={round} aria-label={round || words.boards}>
          {round && <h2>{round}</h2>}
          <ul class="game-list live">
            {boards.map((board) => (
              <li key={board.board}>
                <BoardCard broadcast={broadcast.broadcast} board={board} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {opened.value === 'members' && <Members code={broadcast.broadcast} onClose={close} />}
      {opened.value === 'settings' && <Settings loaded={loaded} broadcast={broadcast} onClose={close} />}
      {opened.value === 'board' && <AddBoard loaded={loaded} broadcast={broadcast} onClose={close} />}
    </Page>
  );
}

/** Those who belong to it, as a study has them. */
function Members({ code, onClose }: { code: string; onClose(): void }) {
  const study = useLoaded(() => studyOf(code), [code]);
  return study.value ? (
    <MembersDialog
      study={study.value}
      loaded={study}
      roles={BROADCAST_ROLES}
      at={`/broadcasts/${code}`}
      onClose={onClose}
    />
  ) : null;
}

interface DialogProps extends OpenProps {
  onClose(): void;
}

/** Saves, and shows what it is then; or says why not. */
function useSaving({ loaded, onClose }: DialogProps) {
  const problem = useSignal<string | null>(null);
  const save = async (doing: () => Promise<unknown>) => {
    problem.value = null;
    try {
      await doing();
      await loaded.again();
      onClose();
    } catch (refused) {
      problem.value = problemText(refused);
    }
  };
  const said = problem.value && (
    <p class="warning" role="alert">
      {problem.value}
    </p>
  );
  return { save, said };
}

function Settings(props: DialogProps) {
  const { broadcast, onClose } = props;
  const words = t().broadcast;
  const draft = useSignal(termsDraft(broadcast));
  const { save, said } = useSaving(props);
  return (
    <Dialog title={words.settings} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          const terms = termsOf(draft.value, broadcast.featured ?? null);
          void save(() => changeBroadcast(broadcast.broadcast, terms));
        }}
      >
        <TermsFields
          draft={draft.value}
          put={(changes) => {
            draft.value = { ...draft.value, ...changes };
          }}
        />
        {said}
        <button type="submit" class="primary">
          {words.save}
        </button>
      </form>
    </Dialog>
  );
}

function AddBoard(props: DialogProps) {
  const { broadcast, onClose } = props;
  const words = t().broadcast;
  const draft = useSignal(boardDraft());
  const { save, said } = useSaving(props);
  return (
    <Dialog title={words.addBoard} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save(() => addBoards(broadcast.broadcast, [boardOf(draft.value)]));
        }}
      >
        <BoardFields
          draft={draft.value}
          put={(changes) => {
            draft.value = { ...draft.value, ...changes };
          }}
        />
        {said}
        <button type="submit" class="primary">
          {words.create}
        </button>
      </form>
    </Dialog>
  );
}
