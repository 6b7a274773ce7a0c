/** `/tournaments/new` and `/tournaments/CODE/edit`: what an organiser decides. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { GRADES, gradeText } from '../ratings/words';
import { go } from '../router';
import { NumberField, Select, Toggle } from '../ui/choice';
import { Page } from '../ui/page';
import { TextField } from '../ui/text-field';
import { uuid } from '../uuid';
import type { Preset } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { ClockField } from './clock-field';
import { ClubField } from './club-field';
import { RankingFields } from './ranking-fields';
import { type Draft, draftOf, FIRST, FORMATS, INNERS, settingsFrom } from './settings-draft';
import { act, createTournament, problemText, type Settings, settingsOf } from './tournament-api';

const PRESETS = ['tournament', 'professional', 'casual'] as const;

/** The most rounds whose times can be set here. */
const TIMES_MAX = 30;

export function TournamentSettingsPage({ code = '' }: { code?: string }) {
  const all = t();
  const words = all.tournaments;
  const form = words.form;
  const before = useSignal<Settings | null>(null);
  const draft = useSignal<Draft>({
    ...FIRST,
    club: new URLSearchParams(location.search).get('club') ?? '',
  });
  const problem = useSignal<string | null>(null);
  // Drawn once, so that a second click makes no second tournament.
  const create = useSignal(uuid());
  useEffect(() => {
    if (!code) return;
    settingsOf(code).then(
      (found) => {
        before.value = found;
        draft.value = draftOf(found);
      },
      (refused) => {
        problem.value = problemText(refused);
      },
    );
  }, [code]);
  const now = draft.value;
  const put = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const save = async () => {
    problem.value = null;
    const settings = await settingsFrom(draft.value, before.value);
    if (!settings) {
      problem.value = words.problems.unknown_player;
      return;
    }
    try {
      if (!code) {
        const made = await createTournament(create.value, settings);
        return go(`/tournaments/${made.code}`);
      }
    } catch (refused) {
      problem.value = problemText(refused);
      return;
    }
    if (await act(code, { t: 'edit', settings })) go(`/tournaments/${code}`);
  };
  const number = (
    key: 'rounds' | 'cycles' | 'bestOf' | 'minutes' | 'boards' | 'moves',
    max: number,
    step = 1,
  ) => (
    <NumberField
      label={
        {
          rounds: form.rounds,
          cycles: form.cycles,
          bestOf: form.bestOf,
          minutes: form.duration,
          boards: form.boards,
          moves: form.moves,
        }[key]
      }
      min={1}
      max={max}
      step={step}
      value={now[key]}
      onChange={(value) => put({ [key]: value })}
    />
  );
  const grade = (key: 'top' | 'bottom', label: string) => (
    <Select
      label={label}
      options={GRADES.map((it) => [it, gradeText(it)] as const)}
      value={now[key]}
      onChange={(value) => put({ [key]: value })}
    />
  );
  const toggle = (
    key:
      | 'third'
      | 'noShowLeaves'
      | 'rated'
      | 'atTheBoard'
      | 'byInvitation'
      | 'membersOnly'
      | 'furigoma'
      | 'handicap',
    label: string,
    disabled = false,
  ) => (
    <Toggle
      label={label}
      value={now[key] && !disabled}
      disabled={disabled}
      onChange={(on) => put({ [key]: on })}
    />
  );
  return (
    <Page class="players-page">
      <h1>{code ? form.titleEdit : form.titleNew}</h1>
      <form
        class="card settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={form.name}
          name="name"
          required
          maxLength={100}
          value={now.name}
          onInput={(name) => put({ name })}
        />
        <TextField
          label={form.about}
          lines={4}
          name="about"
          maxLength={10_000}
          value={now.about}
          onInput={(about) => put({ about })}
        />
        <div class="columns">
          <Select
            label={form.format}
            name="format"
            options={FORMATS.map((it) => [it, words.formats[it]] as const)}
            value={now.format}
            // Another format ranks by something else.
            onChange={(format) => put({ format, tiebreaks: [] })}
          />
          {now.format === 'team' && (
            <Select
              label={form.inner}
              name="inner"
              options={INNERS.map((it) => [it, words.formats[it]] as const)}
              value={now.inner}
              onChange={(inner) => put({ inner })}
            />
          )}
          {(now.format === 'swiss' ||
            now.format === 'mcmahon' ||
            (now.format === 'team' && now.inner === 'swiss')) &&
            number('rounds', 30)}
          {now.format === 'league' && number('moves', 20)}
          {now.format === 'round_robin' && number('cycles', 4)}
          {['single_elimination', 'double_elimination', 'groups', 'title_match'].includes(now.format) &&
            number('bestOf', 9, 2)}
          {now.format === 'team' && number('boards', 20)}
          {now.format === 'arena' && number('minutes', 24 * 60)}
          {now.format === 'mcmahon' && grade('top', form.top)}
          {now.format === 'mcmahon' && grade('bottom', form.bottom)}
        </div>
        {now.format === 'single_elimination' && toggle('third', form.third)}
        {now.format === 'league' && (
          <TextField
            label={form.classes}
            value={now.classes}
            onInput={(classes) => put({ classes })}
            help={form.classesHelp}
          />
        )}
        {now.format === 'title_match' && (
          <TextField
            label={form.holder}
            name="holder"
            value={now.holder}
            onInput={(holder) => put({ holder })}
          />
        )}
        <div class="columns">
          <Select
            label={form.variant}
            options={VARIANTS.map(({ name }) => [name, all.variants[name] ?? name] as const)}
            value={now.variant}
            onChange={(variant) => put({ variant })}
          />
          <Select
            label={form.preset}
            options={[
              ...PRESETS.map((it) => [it, all.setup.presets[it]] as const),
              ...(typeof now.rules === 'string' ? [] : [['each', '…'] as const]),
            ]}
            value={typeof now.rules === 'string' ? now.rules : 'each'}
            onChange={(rules) => {
              if (rules !== 'each') put({ rules: rules as Preset });
            }}
          />
        </div>
        <div class="clock-fields">
          <ClockField label={form.time} name="clock" value={now.clock} onChange={(clock) => put({ clock })} />
          {now.later.map((later, i) => {
            const change = (to: Partial<Draft['later'][number]>) =>
              put({ later: now.later.map((it, at) => (at === i ? { ...it, ...to } : it)) });
            return (
              <fieldset key={i} class="later-clock">
                <legend class="label">{form.laterTime}</legend>
                <NumberField
                  label={form.fromRound}
                  min={2}
                  max={1_000}
                  value={later.from}
                  onChange={(from) => change({ from })}
                />
                <ClockField label={form.time} value={later.clock} onChange={(clock) => change({ clock })} />
                <button
                  type="button"
                  class="quiet"
                  onClick={() => put({ later: now.later.filter((_, at) => at !== i) })}
                >
                  {form.removeTime}
                </button>
              </fieldset>
            );
          })}
          {now.later.length < 10 && (
            <button
              type="button"
              class="quiet"
              onClick={() =>
                put({ later: [...now.later, { from: (now.later.at(-1)?.from ?? 1) + 1, clock: now.clock }] })
              }
            >
              {form.addTime}
            </button>
          )}
        </div>
        <p class="note">{form.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}</p>
        <div class="columns">
          <label class="field">
            <span class="label">{form.starts}</span>
            <input
              type="datetime-local"
              name="starts"
              required={now.pace !== 'word' || now.checkIn > 0}
              value={now.starts}
              onInput={(event) => put({ starts: event.currentTarget.value })}
            />
            <span class="note">{form.startsHelp}</span>
          </label>
          <label class="field">
            <span class="label">{form.closes}</span>
            <input
              type="datetime-local"
              name="closes"
              max={now.starts}
              value={now.closes}
              onInput={(event) => put({ closes: event.currentTarget.value })}
            />
            <span class="note">{form.closesHelp}</span>
          </label>
          <Select
            label={form.pace}
            name="pace"
            options={(['word', 'gap', 'times'] as const).map((it) => [it, form.paces[it]] as const)}
            value={now.pace}
            onChange={(pace) => put({ pace })}
          />
          {now.pace === 'gap' && (
            <NumberField
              label={form.gap}
              min={0}
              max={10_000}
              value={now.gap}
              onChange={(gap) => put({ gap })}
            />
          )}
          {now.pace === 'times' &&
            [...now.times, ''].slice(0, TIMES_MAX).map((time, i) => (
              <label key={i} class="field">
                <span class="label">{words.round(i + 2)}</span>
                <input
                  type="datetime-local"
                  value={time}
                  onInput={(event) => {
                    const times = [...now.times];
                    times[i] = event.currentTarget.value;
                    put({ times });
                  }}
                />
              </label>
            ))}
          <NumberField
            label={form.grace}
            min={0}
            max={1_440}
            value={now.grace}
            onChange={(grace) => put({ grace })}
          />
          <NumberField
            label={form.checkIn}
            min={0}
            max={1_440}
            value={now.checkIn}
            onChange={(checkIn) => put({ checkIn })}
          />
          <NumberField
            label={form.late}
            min={0}
            max={30}
            value={now.late}
            onChange={(late) => put({ late })}
          />
          <NumberField
            label={form.delay}
            min={0}
            max={100}
            value={now.delay}
            onChange={(delay) => put({ delay })}
          />
          <NumberField
            label={form.places}
            min={0}
            max={1_000}
            value={now.places}
            onChange={(places) => put({ places })}
          />
        </div>
        {toggle('noShowLeaves', form.noShowLeaves)}
        {toggle('rated', form.rated, now.atTheBoard)}
        {toggle('furigoma', form.furigoma)}
        {toggle('handicap', form.handicap, now.variant !== 'standard')}
        {toggle('atTheBoard', form.atTheBoard)}
        {toggle('byInvitation', form.byInvitation)}
        <RankingFields draft={now} put={put} />
        <ClubField club={now.club} onChange={(club) => put({ club })} />
        {now.club && toggle('membersOnly', all.clubs.membersOnly)}
        {problem.value && (
          <p class="warning" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="primary">
          {code ? form.save : form.create}
        </button>
      </form>
    </Page>
  );
}
