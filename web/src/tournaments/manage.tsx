/** The organiser's desk: what comes next, who plays, what the arbiter decides, and the trail of it all. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { GRADES, gradeText } from '../ratings/words';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { type Act, act, type Deed, OUTCOMES, type Pairing, type Tournament, trailOf } from './tournament-api';
import { nameOf, resultText, timeText } from './words';

const STEPS: Record<Tournament['phase'], readonly ('open' | 'begin' | 'next_round' | 'close' | 'cancel')[]> =
  {
    draft: ['open', 'begin', 'cancel'],
    open: ['begin', 'cancel'],
    running: ['next_round', 'close'],
    over: [],
    cancelled: [],
  };

type Asked = { step: 'begin' | 'close' | 'cancel' };

export function Manage({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const sure = useSignal<Asked | null>(null);
  const { code, phase } = view;
  return (
    <>
      <section class="card manage">
        <div class="row">
          {STEPS[phase].map((step, i) => (
            <button
              key={step}
              type="button"
              class={i === 0 ? 'primary' : step === 'cancel' ? 'danger' : ''}
              onClick={() => {
                if (step === 'open' || step === 'next_round') void act(code, { t: step });
                else sure.value = { step };
              }}
            >
              {words.acts[step]}
            </button>
          ))}
          {(phase === 'running' || phase === 'open') && (
            <button type="button" onClick={() => void act(code, { t: view.paused ? 'go_on' : 'pause' })}>
              {view.paused ? words.acts.go_on : words.acts.pause}
            </button>
          )}
          {phase !== 'over' && phase !== 'cancelled' && (
            <a class="button" href={`/tournaments/${code}/edit`}>
              {words.acts.edit}
            </a>
          )}
        </div>
      </section>
      {phase !== 'over' && phase !== 'cancelled' && <EnterForm view={view} />}
      <Games view={view} />
      {(phase === 'draft' || phase === 'open' || phase === 'running') && <Entries view={view} />}
      <HelperForm code={code} />
      <Trail view={view} />
      {sure.value && (
        <Sure
          code={code}
          step={sure.value.step}
          onClose={() => {
            sure.value = null;
          }}
        />
      )}
    </>
  );
}

function Sure({ code, step, onClose }: { code: string; step: Asked['step']; onClose(): void }) {
  const words = t().tournaments;
  const reason = useSignal('');
  return (
    <Dialog title={words.sure[step]} size="alert" onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(code, { t: step }, reason.value)) onClose();
        }}
      >
        {step === 'cancel' && <Reason value={reason.value} onInput={(text) => (reason.value = text)} />}
        <button type="submit" class={step === 'begin' ? 'primary' : 'danger'}>
          {words.acts[step]}
        </button>
      </form>
    </Dialog>
  );
}

function Reason({ value, onInput }: { value: string; onInput(text: string): void }) {
  const words = t().tournaments;
  return (
    <label class="field">
      <span class="label">{words.reason}</span>
      <input
        type="text"
        name="reason"
        required
        maxLength={500}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <span class="note">{words.reasonHelp}</span>
    </label>
  );
}

function EnterForm({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const handle = useSignal('');
  const name = useSignal('');
  const grade = useSignal('');
  const team = useSignal('');
  const extra = view.format.t === 'team' ? 'team' : view.format.t === 'league' ? 'class' : 'club';
  return (
    <section class="card">
      <h2>{words.acts.enter}</h2>
      <form
        class="manage-form"
        onSubmit={async (event) => {
          event.preventDefault();
          const entry: Record<string, unknown> = handle.value.trim()
            ? { handle: handle.value.replace(/^@/, '').trim() }
            : { name: name.value.trim() };
          if (grade.value) entry.grade = grade.value;
          if (team.value.trim()) entry[extra] = team.value.trim();
          if (await act(view.code, { t: 'enter', entry })) {
            handle.value = '';
            name.value = '';
          }
        }}
      >
        <Text label={words.handle} name="handle" value={handle.value} onInput={(it) => (handle.value = it)} />
        <Text label={words.orName} name="name" value={name.value} onInput={(it) => (name.value = it)} />
        <Select
          label={words.grade}
          options={[['', '–'] as const, ...GRADES.map((it) => [it, gradeText(it)] as const)]}
          value={grade.value}
          onChange={(it) => {
            grade.value = it;
          }}
        />
        <Text label={words.club} name="club" value={team.value} onInput={(it) => (team.value = it)} />
        <button type="submit" class="primary">
          {words.acts.enter}
        </button>
      </form>
      <p class="note">{words.enterHelp}</p>
    </section>
  );
}

function Text(props: { label: string; name: string; value: string; onInput(text: string): void }) {
  return (
    <label class="field">
      <span class="label">{props.label}</span>
      <input
        type="text"
        name={props.name}
        autocomplete="off"
        spellcheck={false}
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    </label>
  );
}

/** The boards of the present round, each with what an arbiter can do there; earlier ones to be overruled. */
function Games({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const chosen = useSignal<string | null>(null);
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const rounds = [...view.rounds].reverse();
  const games = rounds.flatMap((round) => round.games);
  const at = games.find(({ key }) => key === chosen.value);
  if (games.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.arbiter}</h2>
      {rounds.map(({ round, games: boards }, i) => (
        <details key={round} open={i === 0}>
          <summary>{words.round(round)}</summary>
          <ul class="pairings">
            {boards.map((game) => (
              <li key={game.key} class="pairing">
                <span class="pairing-board">{game.board || ''}</span>
                <span class="pairing-players">
                  {nameOf(entries, game.sente)} – {nameOf(entries, game.gote)}
                  <span class="note">{resultText(game)}</span>
                </span>
                <button
                  type="button"
                  name="arbiter"
                  onClick={() => {
                    chosen.value = game.key;
                  }}
                >
                  {game.result === null && game.games.length === 0 ? words.acts.result : words.arbiter}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {at && (
        <ArbiterDialog
          view={view}
          game={at}
          onClose={() => {
            chosen.value = null;
          }}
        />
      )}
    </section>
  );
}

type ArbiterStep = 'result' | 'rule' | 'halt' | 'release' | 'set_clocks' | 'adjudicate' | 'restart';

function ArbiterDialog({ view, game, onClose }: { view: Tournament; game: Pairing; onClose(): void }) {
  const all = t();
  const words = all.tournaments;
  const isLive = game.result === null && game.games.length > 0;
  const isTyped = game.result === null && game.games.length === 0;
  const steps: ArbiterStep[] = isTyped
    ? ['result', 'rule']
    : isLive
      ? ['halt', 'release', 'set_clocks', 'adjudicate', 'restart', 'rule']
      : ['rule'];
  const chosen = useSignal<ArbiterStep | null>(null);
  // What could be done a moment ago may have been done meanwhile.
  const step = steps.find((it) => it === chosen.value) ?? steps[0] ?? 'rule';
  const outcome = useSignal<string>('sente');
  const minutes = useSignal({ sente: 10, gote: 10 });
  const reason = useSignal('');
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const needsReason = ['rule', 'set_clocks', 'adjudicate', 'restart'].includes(step);
  const wanted = (): Act => {
    const base = { t: step, game: game.key };
    switch (step) {
      case 'result':
      case 'rule':
        return { ...base, outcome: outcome.value };
      case 'adjudicate':
        return { ...base, winner: outcome.value === 'draw' ? null : outcome.value };
      case 'set_clocks': {
        const clock = view.plan.clock;
        const periods = clock.kind === 'byoyomi' ? (clock.periods ?? 1) : 0;
        const time = (side: 'sente' | 'gote') => ({
          main_ms: Math.round(minutes.value[side] * 60_000),
          periods,
        });
        return { ...base, sente: time('sente'), gote: time('gote') };
      }
      default:
        return base;
    }
  };
  const outcomes: readonly string[] =
    step === 'adjudicate'
      ? ['sente', 'gote', 'draw']
      : step === 'result'
        ? OUTCOMES.filter((it) => it !== 'annulled')
        : OUTCOMES;
  const title = `${nameOf(entries, game.sente)} – ${nameOf(entries, game.gote)}`;
  return (
    <Dialog title={words.arbiterOf(title)} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await act(view.code, wanted(), reason.value)) onClose();
        }}
      >
        <Select
          label={words.arbiter}
          name="step"
          options={steps.map((it) => [it, words.acts[it]] as const)}
          value={step}
          onChange={(next) => {
            chosen.value = next;
            outcome.value = 'sente';
          }}
        />
        {['result', 'rule', 'adjudicate'].includes(step) && (
          <Select
            label={step === 'adjudicate' ? words.winner : words.result}
            name="outcome"
            options={outcomes.map(
              (it) => [it, (words.outcomes as Record<string, string>)[it] ?? it] as const,
            )}
            value={outcome.value}
            onChange={(it) => {
              outcome.value = it;
            }}
          />
        )}
        {step === 'set_clocks' && (
          <div class="columns numbers">
            {(['sente', 'gote'] as const).map((side) => (
              <label key={side} class="field">
                <span class="label">{`${all.sides[side]} (${all.setup.main})`}</span>
                <input
                  type="number"
                  min={0}
                  max={600}
                  step="any"
                  value={minutes.value[side]}
                  onChange={(event) => {
                    minutes.value = { ...minutes.value, [side]: event.currentTarget.valueAsNumber || 0 };
                  }}
                />
              </label>
            ))}
          </div>
        )}
        {needsReason && <Reason value={reason.value} onInput={(text) => (reason.value = text)} />}
        <button type="submit" class="primary">
          {words.acts[step]}
        </button>
      </form>
    </Dialog>
  );
}

function Entries({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const there = view.entries.filter(({ left }) => !left);
  if (there.length === 0) return null;
  return (
    <section class="card">
      <details>
        <summary>{words.players(there.length)}</summary>
        <ul class="pairings">
          {there.map((entry) => (
            <li key={entry.id} class="pairing">
              <span class="pairing-board">{entry.checked_in ? '✓' : ''}</span>
              <span>{entry.name}</span>
              <span class="row">
                {view.phase !== 'running' && view.plan.check_in_ms !== null && !entry.checked_in && (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => void act(view.code, { t: 'check_in', entry: entry.id })}
                  >
                    {words.acts.check_in}
                  </button>
                )}
                {view.phase === 'running' && (
                  <button
                    type="button"
                    class="quiet"
                    onClick={() =>
                      void act(view.code, { t: 'absent', entry: entry.id, round: view.rounds.length + 1 })
                    }
                  >
                    {words.acts.absent}
                  </button>
                )}
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void act(view.code, { t: 'leave', entry: entry.id })}
                >
                  {words.acts.leave}
                </button>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function HelperForm({ code }: { code: string }) {
  const words = t().tournaments;
  const handle = useSignal('');
  return (
    <section class="card">
      <form
        class="manage-form"
        onSubmit={async (event) => {
          event.preventDefault();
          const wanted = { t: 'helper', handle: handle.value.replace(/^@/, '').trim(), helps: true };
          if (await act(code, wanted)) handle.value = '';
        }}
      >
        <Text label={words.handle} name="helper" value={handle.value} onInput={(it) => (handle.value = it)} />
        <button type="submit">{words.acts.helper}</button>
      </form>
    </section>
  );
}

function Trail({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const deeds = useSignal<Deed[]>([]);
  useEffect(() => {
    trailOf(view.code).then(
      (found) => {
        deeds.value = found.acts;
      },
      () => {},
    );
  }, [view.code, view.version]);
  return (
    <section class="card">
      <details>
        <summary>{words.trail}</summary>
        <ol class="trail">
          {deeds.value.map((deed) => (
            <li key={deed.version}>
              <span class="note">{timeText(deed.at)}</span>{' '}
              <span>{(words.acts as Record<string, string>)[deed.act.t] ?? deed.act.t}</span>{' '}
              <span class="note">
                {[deed.by ?? words.director, deed.act.game, deed.reason].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
