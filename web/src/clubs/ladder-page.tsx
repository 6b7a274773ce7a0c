/** `/clubs/SLUG/ladder`: the places, who has challenged whom, and how it ended. */

import { useSignal } from '@preact/signals';
import { isOfClub, useBell } from '../bell/bell-store';
import { clocksInWords } from '../clock/format';
import { isCorrespondence } from '../clock/remaining';
import { labelled, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { SureButton } from '../ui/dialog';
import { EmbedButton } from '../ui/embedding';
import { EmptyState } from '../ui/empty-state';
import { type Loaded, useFresh } from '../ui/loaded';
import { Noted } from '../ui/noted';
import { Page, When } from '../ui/page';
import type { Ladder, LadderChallenge, LadderPlace } from '../wire/generated';
import { act, type Does, ladderOf } from './club-api';
import { LadderForm } from './ladder-form';
import { LadderPlayerDialog } from './ladder-player-dialog';
import { timeText } from './words';

export function LadderPage({ slug }: { slug: string }) {
  const words = t().ladder;
  const ladder = useLadder(slug);
  return (
    <When
      of={ladder}
      missing={{
        title: words.title,
        text: t().clubs.problems.private_club,
        href: `/clubs/${slug}`,
        to: words.toClub,
      }}
    >
      {(known) => <Shown slug={slug} ladder={known} again={ladder.again} />}
    </When>
  );
}

/**
 * The ladder as it is now: asked for anew when the page is looked at again, and when something is
 * heard of it.
 */
function useLadder(slug: string): Loaded<Ladder> {
  const ladder = useFresh(() => ladderOf(slug), [slug]);
  useBell(({ item }) => isOfClub(item, slug), ladder.again);
  return ladder;
}

interface Part {
  ladder: Ladder;
  does: Does;
}

function Shown({ slug, ladder, again }: { slug: string; ladder: Ladder; again: Loaded<Ladder>['again'] }) {
  const words = t().ladder;
  const does: Does = async (wanted) => {
    const done = await act(slug, wanted);
    await again();
    return done;
  };
  const { settings } = ladder;
  return (
    <Page class="players-page club-page" title={words.title}>
      <header class="page-head">
        <div>
          <p class="note">
            <a href={`/clubs/${slug}`}>{words.toClub}</a>
          </p>
          <h1>{words.title}</h1>
          <p class="note">{words.lead}</p>
        </div>
      </header>
      {settings === null && !ladder.organises && <EmptyState text={words.none} />}
      {settings !== null && (
        <>
          <Standing ladder={ladder} does={does} />
          <Open ladder={ladder} does={does} />
          <Places ladder={ladder} does={does} />
          <History ladder={ladder} />
          <Rules ladder={ladder} />
        </>
      )}
      {settings !== null && ladder.public && (
        <p>
          <EmbedButton of="ladder" code={`${slug}/ladder`} />
        </p>
      )}
      {ladder.organises && <Organise ladder={ladder} does={does} />}
    </Page>
  );
}

const placeOf = ({ places, you }: Ladder) => places.find((it) => it.player.handle === you);

/** What concerns whoever looks: their place, or how to get one. */
function Standing({ ladder, does }: Part) {
  const words = t().ladder;
  const own = placeOf(ladder);
  if (!ladder.member) return <p class="note">{words.membersOnly}</p>;
  if (!own)
    return (
      <>
        {ladder.removed && (
          <p class="warning">{words.removedWhy(dateText(ladder.removed.at_ms), ladder.removed.reason)}</p>
        )}
        <div class="row">
          <button type="button" class="primary" onClick={() => void does({ t: 'join_ladder' })}>
            {words.join}
          </button>
          <span class="note">{words.joinHelp}</span>
        </div>
      </>
    );
  return (
    <div class="row">
      <span>{words.yourPlace(own.place)}</span>
      <SureButton title={words.leaveSure} yes={words.leave} onYes={() => void does({ t: 'leave_ladder' })}>
        <p class="note">{words.leaveHelp}</p>
      </SureButton>
    </div>
  );
}

/** Who challenges whom, in one line. */
const pairText = ({ by, by_place, to, to_place }: LadderChallenge) =>
  t().ladder.pair(shownName(by.name), by_place, shownName(to.name), to_place);

function stateText(it: LadderChallenge): string {
  const words = t().ladder.states;
  const [by, to] = [shownName(it.by.name), shownName(it.to.name)];
  switch (it.state) {
    case 'open':
    case 'agreed':
      return words[it.state](timeText(it.due_ms ?? 0));
    case 'won':
    case 'forfeited':
      return words[it.state](by, it.to_place);
    case 'held':
      return words.held(to);
    default:
      return words[it.state];
  }
}

function Open({ ladder, does }: Part) {
  const words = t().ladder;
  return (
    <section class="card">
      <h2>{words.openTitle}</h2>
      {ladder.open.length === 0 && <p class="note">{words.noOpen}</p>}
      <ul class="club-lines">
        {ladder.open.map((it) => (
          <li key={it.id}>
            <div>
              {pairText(it)}
              <p class="note">{stateText(it)}</p>
            </div>
            <Answers ladder={ladder} challenge={it} does={does} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the reader can say to a challenge. */
function Answers({ ladder, challenge, does }: Part & { challenge: LadderChallenge }) {
  const words = t().ladder;
  const { id, by, to, state, game } = challenge;
  const isTo = to.handle === ladder.you;
  const isBy = by.handle === ladder.you;
  const other = isTo ? by.name : to.name;
  const isAtOnce = ladder.settings !== null && !isCorrespondence(ladder.settings.clock);
  const button = (text: string, onClick: () => void, kind = '') => (
    <button type="button" class={kind} aria-label={labelled(text, other)} onClick={onClick}>
      {text}
    </button>
  );
  const left = (ladder.settings?.refusals ?? 0) - (placeOf(ladder)?.refused ?? 0) - 1;
  return (
    <div class="row">
      {state === 'playing' && game && (
        <a class="button" href={`/${game}`} aria-label={labelled(words.toGame, pairText(challenge))}>
          {words.toGame}
        </a>
      )}
      {state === 'open' &&
        isTo &&
        button(words.accept, () => void does({ t: 'ladder_accept', challenge: id }), 'primary')}
      {state === 'open' && isTo && (
        <SureButton
          class=""
          label={labelled(words.refuse, other)}
          title={words.refuseSure}
          yes={words.refuse}
          onYes={() => void does({ t: 'ladder_refuse', challenge: id })}
        >
          <p class="note">{left <= 0 ? words.refuseLost : words.refuseLeft(left)}</p>
        </SureButton>
      )}
      {state === 'open' &&
        isBy &&
        button(words.withdraw, () => void does({ t: 'ladder_withdraw', challenge: id }))}
      {state === 'agreed' &&
        (isBy || isTo) &&
        button(words.begin, () => void does({ t: 'ladder_begin', challenge: id }), 'primary')}
      {state === 'agreed' && (isBy || isTo) && isAtOnce && <p class="note">{words.beginHelp}</p>}
    </div>
  );
}

function Places({ ladder, does }: Part) {
  const words = t().ladder;
  const edit = t().clubs.edit;
  const chosen = useSignal<LadderPlace | null>(null);
  const notes = ({ player, away_until_ms, refused }: LadderPlace) =>
    noted([
      player.handle === ladder.you && words.you,
      away_until_ms !== null && words.away(dateText(away_until_ms)),
      refused > 0 && words.refused(refused),
    ]);
  return (
    <section class="card">
      <h2>{words.places}</h2>
      {ladder.places.length === 0 && <EmptyState text={words.empty} />}
      <ol class="club-lines ladder-places">
        {ladder.places.map((it) => (
          <li key={it.player.handle} class={it.player.handle === ladder.you ? 'own' : ''}>
            <span class="ladder-place">{it.place}</span>
            <div>
              <PlayerName person={it.player} />
              {notes(it) && <p class="note">{notes(it)}</p>}
            </div>
            {it.open_to_you && (
              <button
                type="button"
                aria-label={labelled(words.challenge, it.player.name)}
                onClick={() => void does({ t: 'ladder_challenge', handle: it.player.handle })}
              >
                {words.challenge}
              </button>
            )}
            {ladder.organises && (
              <button
                type="button"
                class="quiet"
                aria-label={labelled(edit, it.player.name)}
                onClick={() => {
                  chosen.value = it;
                }}
              >
                {edit}
              </button>
            )}
          </li>
        ))}
      </ol>
      {chosen.value && (
        <LadderPlayerDialog
          ladder={ladder}
          of={chosen.value}
          does={does}
          onClose={() => {
            chosen.value = null;
          }}
        />
      )}
    </section>
  );
}

function History({ ladder }: { ladder: Ladder }) {
  const words = t().ladder;
  return (
    <section class="card">
      <h2>{words.history}</h2>
      {ladder.history.length === 0 && <p class="note">{words.noHistory}</p>}
      <ul class="club-lines">
        {ladder.history.map((it) => (
          <li key={it.id}>
            <div>
              {pairText(it)}
              <p class="note">
                <Noted>
                  {stateText(it)}
                  {dateText(it.ended_ms ?? it.made_ms)}
                </Noted>
              </p>
            </div>
            {it.game && (
              <a class="button" href={`/${it.game}`} aria-label={labelled(words.toGame, pairText(it))}>
                {words.toGame}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rules({ ladder: { settings } }: { ladder: Ladder }) {
  const all = t();
  const words = all.ladder;
  if (settings === null) return null;
  return (
    <section class="card">
      <h2>{words.rules}</h2>
      <p>
        {noted([
          all.variants[settings.variant] ?? settings.variant,
          clocksInWords(all, settings.clock),
          settings.rated ? all.ratings.rated : all.ratings.notRated,
        ])}
      </p>
      <ul class="ladder-rules">
        <li>{words.reachText(settings.reach)}</li>
        <li>{words.answerText(settings.answer_days)}</li>
        <li>{words.refusalsText(settings.refusals)}</li>
        <li>{words.restText(settings.rest_days)}</li>
        <li>{words.vacationText}</li>
      </ul>
    </section>
  );
}

/** For those who look after the club. */
function Organise({ ladder, does }: Part) {
  const words = t().ladder;
  return (
    <details class="card" open={ladder.settings === null}>
      <summary>{ladder.settings === null ? words.open : words.settings}</summary>
      <LadderForm
        key={JSON.stringify(ladder.settings)}
        settings={ladder.settings}
        onSend={(settings) => void does({ t: 'set_ladder', settings })}
      />
      {ladder.settings !== null && (
        <SureButton title={words.closeSure} yes={words.close} onYes={() => void does({ t: 'close_ladder' })}>
          <p class="note">{words.closeHelp}</p>
        </SureButton>
      )}
    </details>
  );
}
