/**
 * The organiser's desk: what comes next, who plays, what the arbiter decides, and the trail of it
 * all.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { labelled, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Tabs } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { Noted } from '../ui/noted';
import { useTabPart } from '../ui/tab';
import { TextField } from '../ui/text-field';
import type { OwnPart, Tournament, TournamentAct, TournamentAuditEntry } from '../wire/generated';
import { AppointmentsDesk } from './appointments-desk';
import { BoardsDesk } from './boards-desk';
import { DeleteTournament } from './deleting';
import { Reason } from './desk-fields';
import { EnterForm, EntriesDesk } from './entries-desk';
import { Announce, Calls } from './hall-desk';
import { InvitedDesk } from './invitation';
import { Undo, UndoDialog } from './mistakes';
import { NextRoundDialog } from './next-round-dialog';
import { Orders } from './orders';
import { ResultGrid } from './result-grid';
import { BroadcastsDesk } from './shown-elsewhere';
import { act, trailOf } from './tournament-api';
import { isEvening, nameOf, timeText } from './words';

const STEPS: Record<Tournament['phase'], readonly ('open' | 'begin' | 'next_round' | 'close')[]> = {
  draft: ['open', 'begin'],
  open: ['begin'],
  running: ['next_round', 'close'],
  over: [],
  cancelled: [],
};

/** What comes next, as far as the server would do it. */
function stepsOf(view: Tournament) {
  const steps = STEPS[view.phase];
  // What is read from a file is published as a whole.
  if (view.phase === 'draft' && view.imported) return [];
  if (view.phase !== 'running') return steps;
  const isPlayed = view.rounds.some(({ games }) => games.some(({ result }) => result === null));
  const isPaired = view.attendance === 'free' || view.reopened || isPlayed;
  return isPaired ? steps.filter((step) => step !== 'next_round') : steps;
}

/** Whether somebody can still come in. */
function mayEnter({ phase, reopened, format, attendance, rounds, plan }: Tournament): boolean {
  if (phase === 'draft' || phase === 'open') return true;
  if (phase !== 'running' || reopened) return false;
  const waits = format.t === 'title_match' && rounds.length === 0;
  return waits || attendance === 'free' || rounds.length < plan.late_until;
}

const PARTS = ['round', 'players', 'settings'] as const;

type Asked = { step: 'begin' | 'close' | 'cancel' | 'next_round' | 'take_back' | 'reopen' };

/** A dialog for what was asked. */
function AskedDialog({
  view,
  own,
  step,
  onClose,
}: {
  view: Tournament;
  own: OwnPart | null;
  step: Asked['step'];
  onClose(): void;
}) {
  if (step === 'take_back' || step === 'reopen')
    return <UndoDialog view={view} step={step} onClose={onClose} />;
  if (step === 'next_round' || (step === 'begin' && view.attendance !== 'free'))
    return <NextRoundDialog view={view} own={own} step={step} onClose={onClose} />;
  return <Sure view={view} step={step} onClose={onClose} />;
}

export function Manage({ view, own }: { view: Tournament; own: OwnPart | null }) {
  const words = t().tournaments;
  const sure = useSignal<Asked | null>(null);
  const { code, phase } = view;
  const isAhead = phase !== 'over' && phase !== 'cancelled';
  const isBefore = phase === 'draft' || phase === 'open';
  const [part, open] = useTabPart('manage', PARTS, isBefore ? 'players' : 'round');
  const close = () => {
    sure.value = null;
  };
  return (
    <>
      <section class="card manage no-print">
        {view.reopened && <p class="note">{words.reopened}</p>}
        <div class="row">
          {stepsOf(view).map((step) => (
            <button
              key={step}
              type="button"
              class={step === STEPS[phase][0] || view.reopened ? 'primary' : ''}
              onClick={() => {
                if (step === 'open') void act(code, { t: step });
                else sure.value = { step };
              }}
            >
              {view.reopened ? words.acts.closeAgain : words.acts[step]}
            </button>
          ))}
          {view.format.t === 'league' && phase === 'over' && (
            <a class="button primary" href={`/tournaments/new?from=${code}&season`}>
              {words.nextSeason}
            </a>
          )}
          <MoreMenu>
            {isAhead && <MenuAct icon="sliders" text={words.acts.edit} href={`/tournaments/${code}/edit`} />}
            {(phase === 'running' || phase === 'open') && !view.reopened && (
              <MenuAct
                icon={view.paused ? 'play' : 'pause'}
                text={view.paused ? words.acts.go_on : words.acts.pause}
                onClick={() => void act(code, { t: view.paused ? 'go_on' : 'pause' })}
              />
            )}
            <Undo
              view={view}
              onAsk={(step) => {
                sure.value = { step };
              }}
            />
            <MenuAct icon="picture" text={t().hallScreen.title} href={`/tournaments/${code}/screen`} />
            <MenuAct icon="copy" text={words.copy} href={`/tournaments/new?from=${code}`} />
            {(phase === 'draft' || phase === 'open') && (
              <MenuAct
                icon="close"
                text={words.acts.cancel}
                onClick={() => {
                  sure.value = { step: 'cancel' };
                }}
              />
            )}
          </MoreMenu>
        </div>
      </section>
      <Calls view={view} own={own} />
      <Tabs
        label={words.tabs.manage}
        options={PARTS.map((it) => [it, words.deskParts[it]] as const)}
        value={part}
        onChange={open}
      />
      {part === 'round' && <RoundPart view={view} own={own} />}
      {part === 'players' && <PlayersPart view={view} own={own} />}
      {part === 'settings' && (
        <>
          <BroadcastsDesk view={view} />
          <Helpers view={view} />
          <Trail view={view} />
          <DeleteTournament view={view} own={own} />
        </>
      )}
      {sure.value && <AskedDialog view={view} step={sure.value.step} own={own} onClose={close} />}
    </>
  );
}

/** What the arbiter does while a round is played. */
function RoundPart({ view, own }: { view: Tournament; own: OwnPart | null }) {
  const { phase } = view;
  const isPlayed = phase === 'running' || phase === 'over';
  return (
    <>
      {!isPlayed && <p class="note">{t().tournaments.empty}</p>}
      <AppointmentsDesk view={view} own={own} />
      {!isEvening(view) && <ResultGrid view={view} />}
      <BoardsDesk view={view} />
      {view.takes_orders && (phase === 'open' || phase === 'running') && !view.reopened && (
        <Orders key={view.rounds.length} view={view} />
      )}
      <Announce view={view} />
    </>
  );
}

function PlayersPart({ view, own }: { view: Tournament; own: OwnPart | null }) {
  const words = t().tournaments;
  const { phase } = view;
  return (
    <>
      {mayEnter(view) && <EnterForm view={view} />}
      {!mayEnter(view) && phase === 'running' && (
        <section class="card no-print">
          <h2>{words.acts.enter}</h2>
          <p class="note">{view.attendance === 'by_round' ? words.lateIsOver : words.nobodyComesIn}</p>
        </section>
      )}
      {phase !== 'over' && phase !== 'cancelled' && <InvitedDesk view={view} own={own} />}
      {phase !== 'cancelled' && <EntriesDesk view={view} />}
    </>
  );
}

function Sure({
  view,
  step,
  onClose,
}: {
  view: Tournament;
  step: 'begin' | 'close' | 'cancel';
  onClose(): void;
}) {
  const words = t().tournaments;
  const reason = useSignal('');
  const comesAndGoes = step === 'close' && view.attendance === 'free';
  return (
    <Dialog title={words.sure[step]} size="alert" onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          const wanted: TournamentAct = step === 'close' ? { t: step, at_once: false } : { t: step };
          if (await act(view.code, wanted, reason.value)) onClose();
        }}
      >
        {step === 'cancel' && (
          <Reason isPrivate value={reason.value} onInput={(text) => (reason.value = text)} />
        )}
        {comesAndGoes && <p class="note">{words.arenaEnds}</p>}
        <div class="row">
          <button type="submit" class={step === 'begin' ? 'primary' : 'danger'}>
            {comesAndGoes ? words.endsWithGames : words.acts[step]}
          </button>
          {comesAndGoes && (
            <button
              type="button"
              class="danger"
              onClick={async () => {
                if (await act(view.code, { t: 'close', at_once: true })) onClose();
              }}
            >
              {words.endsAtOnce}
            </button>
          )}
          <button type="button" onClick={onClose}>
            {t().game.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Helpers({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const handle = useSignal('');
  return (
    <section class="card">
      <h2>{words.organisers}</h2>
      <p>
        <Noted>
          {view.owner}
          {view.helpers.map(({ user, name }) => (
            <span key={user}>
              {name}{' '}
              <button
                type="button"
                class="quiet"
                aria-label={words.removeOrganiser(name)}
                onClick={() => void act(view.code, { t: 'dismiss', user })}
              >
                ×
              </button>
            </span>
          ))}
        </Noted>
      </p>
      <form
        class="field-row"
        onSubmit={async (event) => {
          event.preventDefault();
          const named = handle.value.replace(/^@/, '').trim();
          const wanted: TournamentAct = { t: 'helper', handle: named, helps: true };
          if (await act(view.code, wanted)) handle.value = '';
        }}
      >
        <TextField
          exact
          label={words.handle}
          name="helper"
          value={handle.value}
          onInput={(it) => (handle.value = it)}
        />
        <button type="submit">{words.acts.helper}</button>
      </form>
    </section>
  );
}

function Trail({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const auditLog = useSignal<TournamentAuditEntry[]>([]);
  useEffect(() => {
    trailOf(view.code).then(
      (found) => {
        auditLog.value = found.entries;
      },
      () => {},
    );
  }, [view.code, view.version]);
  return (
    <section class="card">
      <details>
        <summary>{words.trail}</summary>
        <ol class="trail">
          {auditLog.value.map((entry) => (
            <li key={entry.version}>
              <span class="note">{timeText(entry.at_ms)}</span>{' '}
              <span>{(words.actLog as Record<string, string>)[entry.act.t] ?? entry.act.t}</span>{' '}
              <span class="note">
                {noted([entry.by ?? words.director, boardText(view, entry.act.game), entry.reason])}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

/** Which board that was: the round and who met there. */
function boardText({ rounds, entries }: Tournament, key: unknown): string {
  for (const { round, games } of rounds) {
    const game = games.find((it) => it.key === key);
    if (!game) continue;
    const names = new Map(entries.map((entry) => [entry.id, entry]));
    return labelled(
      t().tournaments.round(round),
      t().game.title(nameOf(names, game.sente), nameOf(names, game.gote)),
    );
  }
  return typeof key === 'string' ? key : '';
}
