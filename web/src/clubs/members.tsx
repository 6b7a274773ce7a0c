/**
 * Who belongs to a club, with their ratings and grades: those earned here, and the club's own
 * beside them.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import { SPEEDS } from '../ratings/speeds';
import { gradeText } from '../ratings/words';
import { Segments, Select } from '../ui/choice';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/text-field';
import { toast } from '../ui/toast';
import { VariantSelect } from '../variants/variant-select';
import type { ClubMember, Speed } from '../wire/generated';
import { membersOf, problemText, tableOf } from './club-api';
import { organises, type Part } from './club-part';
import { MemberDialog } from './member-dialog';
import { heightOf } from './words';

const SORTS = ['rating', 'grade', 'name', 'joined'] as const;
type Sort = (typeof SORTS)[number];

/** How two stand to one another in a list. */
const ORDER: Record<Sort, (a: ClubMember, b: ClubMember) => number> = {
  rating: (a, b) => (b.rating ?? Number.NEGATIVE_INFINITY) - (a.rating ?? Number.NEGATIVE_INFINITY) || 0,
  grade: (a, b) => heightOf(b.club_grade?.grade) - heightOf(a.club_grade?.grade) || 0,
  name: (a, b) => a.name.localeCompare(b.name),
  joined: (a, b) => a.joined_ms - b.joined_ms,
};

export function Members({ club, again }: Part) {
  const all = t();
  const words = all.clubs;
  const variant = useSignal('standard');
  const speed = useSignal<Speed>('rapid');
  const sort = useSignal<Sort>('rating');
  const filter = useSignal('');
  const list = useSignal<ClubMember[] | null>(null);
  const chosen = useSignal<ClubMember | null>(null);
  const read = async () => {
    const asked = [variant.peek(), speed.peek()] as const;
    try {
      const found = await membersOf(club.slug, ...asked);
      if (asked[0] === variant.peek() && asked[1] === speed.peek()) list.value = found.members;
    } catch (problem) {
      toast.show(problemText(problem), 'bad');
    }
  };
  useEffect(() => {
    void read();
  }, [variant.value, speed.value, club.slug, club.n_members]);
  const wanted = filter.value.trim().toLocaleLowerCase();
  const shown = (list.value ?? [])
    .filter(({ name, handle }) => `${name} ${handle ?? ''}`.toLocaleLowerCase().includes(wanted))
    .sort(ORDER[sort.value]);
  const hasGrades = (list.value ?? []).some(({ club_grade }) => club_grade !== null);
  return (
    <>
      <div class="filters">
        <VariantSelect
          value={variant.value}
          onChange={(name) => {
            variant.value = name;
          }}
        />
        <Select
          label={words.sortBy}
          name="sort"
          options={SORTS.map((it) => [it, words.sorts[it]] as const)}
          value={sort.value}
          onChange={(next) => {
            sort.value = next;
          }}
        />
        <TextField
          label={words.filter}
          value={filter.value}
          onInput={(text) => {
            filter.value = text;
          }}
        />
        <Segments
          label={all.players.speed}
          options={SPEEDS.map((name) => [name, all.ratings.speeds[name]] as const)}
          value={speed.value}
          onChange={(name) => {
            speed.value = name;
          }}
        />
      </div>
      <section class="card" aria-busy={list.value === null}>
        {list.value && shown.length === 0 && <EmptyState text={words.nobodyFound} />}
        {shown.length > 0 && (
          <div class="wide-table">
            <MemberTable
              members={shown}
              hasGrades={hasGrades}
              onEdit={
                organises(club)
                  ? (member) => {
                      chosen.value = member;
                    }
                  : null
              }
            />
          </div>
        )}
        {hasGrades && <p class="note">{words.clubGradeNote(club.name)}</p>}
        <p>
          <a href={tableOf(club.slug)} download>
            {words.export}
          </a>
        </p>
      </section>
      {chosen.value && (
        <MemberDialog
          club={club}
          member={chosen.value}
          onClose={(done) => {
            chosen.value = null;
            if (done) void Promise.all([read(), again()]);
          }}
        />
      )}
    </>
  );
}

interface Shown {
  hasGrades: boolean;
  /** Opens what can be changed of somebody; null for who may not. */
  onEdit: ((member: ClubMember) => void) | null;
}

function MemberTable({ members, hasGrades, onEdit }: Shown & { members: ClubMember[] }) {
  const words = t().clubs;
  return (
    <table class="numbers club-members">
      <thead>
        <tr>
          <th scope="col" class="wide-only">
            #
          </th>
          <th scope="col" class="name">
            {words.name}
          </th>
          <th scope="col">{words.rating}</th>
          <th scope="col" class="wide-only">
            {words.earned}
          </th>
          {hasGrades && (
            <th scope="col" class="wide-only">
              {words.clubGrade}
            </th>
          )}
          {onEdit && (
            <th scope="col">
              <span class="hidden-visually">{words.edit}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((it, n) => (
          <MemberRow key={it.id} member={it} place={n + 1} hasGrades={hasGrades} onEdit={onEdit} />
        ))}
      </tbody>
    </table>
  );
}

function MemberRow({ member: it, place, hasGrades, onEdit }: Shown & { member: ClubMember; place: number }) {
  const words = t().clubs;
  return (
    <tr>
      <td class="wide-only">{place}</td>
      <th scope="row">
        <PlayerName person={{ name: it.name, handle: it.handle, bot: it.bot }} />
        {it.role !== 'member' && <span class="remark">{words.roles[it.role]}</span>}
        {it.teaches && <span class="remark">{t().coaching.teacher}</span>}
        {!it.handle && (
          <span class="note aside">{it.offered ? words.offeredTo(it.offered) : words.noAccount}</span>
        )}
        {it.club_grade && (
          <span class="aside narrow-only">
            <Sentence of={(grade) => labelled(words.clubGrade, grade)}>
              <span class="club-grade">{gradeText(it.club_grade.grade)}</span>
            </Sentence>
          </span>
        )}
        {it.note && <span class="note aside">{it.note}</span>}
      </th>
      <td>
        {it.rating === null ? '' : it.provisional ? `${it.rating}?` : it.rating}
        {it.earned && <span class="note aside narrow-only">{gradeText(it.earned)}</span>}
      </td>
      <td class="wide-only">{it.earned ? gradeText(it.earned) : ''}</td>
      {hasGrades && (
        <td class="wide-only">
          {it.club_grade && <span class="club-grade">{gradeText(it.club_grade.grade)}</span>}
        </td>
      )}
      {onEdit && (
        <td>
          <button
            type="button"
            class="quiet"
            aria-label={labelled(words.edit, it.name)}
            onClick={() => onEdit(it)}
          >
            {words.edit}
          </button>
        </td>
      )}
    </tr>
  );
}
