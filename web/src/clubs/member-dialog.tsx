/** One line of a club's list, as its organisers change it. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { GRADES, gradeText } from '../ratings/words';
import { Dialog, Sure } from '../ui/dialog';
import { type Field, FormFields } from '../ui/form-fields';
import { TextField } from '../ui/text-field';
import type { Club, ClubAct, ClubMember, ClubRole, Grade } from '../wire/generated';
import { act, ROLES } from './club-api';

interface Props {
  club: Club;
  member: ClubMember;
  onClose(done: boolean): void;
}

export function MemberDialog({ club, member, onClose }: Props) {
  /** The acts that are wanted, one after the other, up to the first that is refused. */
  const carryOut = async (wanted: ClubAct[]) => {
    for (const it of wanted) if (!(await act(club.slug, it))) return;
    onClose(true);
  };
  const may = club.you.role === 'owner' || member.role === 'member';
  return (
    <Dialog title={member.name} onClose={() => onClose(false)}>
      <MemberForm club={club} member={member} carryOut={carryOut} />
      {may && club.you.member !== member.id && <Parting club={club} member={member} carryOut={carryOut} />}
    </Dialog>
  );
}

interface PartProps {
  club: Club;
  member: ClubMember;
  carryOut(wanted: ClubAct[]): Promise<void>;
}

interface Draft {
  name: string;
  handle: string;
  grade: Grade | '';
  note: string;
  role: ClubRole;
  teaches: boolean;
}

/** What the list says of somebody. */
const draftOf = (member: ClubMember): Draft => ({
  name: member.name,
  handle: member.offered ?? '',
  grade: member.club_grade?.grade ?? '',
  note: member.note ?? '',
  role: member.role,
  teaches: member.teaches ?? false,
});

/** What is to be done so that it says something else. */
function actsFrom({ id: member, handle: account }: ClubMember, before: Draft, now: Draft): ClubAct[] {
  const { name, handle, grade, note, role, teaches } = now;
  const acts: ClubAct[] = [];
  if (note !== before.note || (!account && (name !== before.name || handle !== before.handle)))
    acts.push({ t: 'change', member, name: account ? '' : name, handle, note });
  if (grade !== before.grade) acts.push({ t: 'award', member, grade });
  if (role !== before.role) acts.push({ t: 'role', member, role });
  if (teaches !== before.teaches) acts.push({ t: 'teacher', member, teaches });
  return acts;
}

/** What is asked of somebody; a grade below those of this site is kept as it is. */
function fieldsFor(club: Club, member: ClubMember, before: Draft): readonly Field<Draft>[] {
  const grades = before.grade && !GRADES.includes(before.grade) ? [before.grade, ...GRADES] : GRADES;
  const hasAccount = () => !!member.handle;
  const hasNone = () => !member.handle;
  return [
    { kind: 'text', key: 'name', max: 60, required: true, when: hasNone },
    { kind: 'text', key: 'handle', help: 'handleHelp', exact: true, max: 21, when: hasNone },
    {
      kind: 'choice',
      key: 'grade',
      label: 'gradeAwarded',
      options: ({ clubs }) => [['', clubs.noGrade], ...grades.map((it) => [it, gradeText(it)] as const)],
    },
    { kind: 'text', key: 'note', max: 300 },
    {
      kind: 'choice',
      key: 'role',
      options: ({ clubs }) => ROLES.map((it) => [it, clubs.roles[it]] as const),
      when: () => club.you.role === 'owner' && hasAccount(),
    },
    { kind: 'toggle', key: 'teaches', when: hasAccount },
  ];
}

function MemberForm({ club, member, carryOut }: PartProps) {
  const words = t().clubs;
  const before = draftOf(member);
  const draft = useSignal(before);
  return (
    <form
      class="settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        void carryOut(actsFrom(member, before, draft.value));
      }}
    >
      <FormFields
        fields={fieldsFor(club, member, before)}
        words={{ ...words, teaches: t().coaching.teaches }}
        draft={draft.value}
        put={(changes) => {
          draft.value = { ...draft.value, ...changes };
        }}
      />
      <button type="submit" class="primary">
        {words.save}
      </button>
    </form>
  );
}

/** How a member goes, or takes the club over. */
function Parting({ club, member, carryOut }: PartProps) {
  const words = t().clubs;
  const reason = useSignal('');
  const sure = useSignal<'remove' | 'ban' | 'hand_over' | null>(null);
  const asked = sure.value;
  const choices = [
    ...(club.you.role === 'owner' && member.handle ? (['hand_over'] as const) : []),
    'remove' as const,
    ...(member.handle ? (['ban'] as const) : []),
  ];
  const names = { hand_over: words.handOver, ban: words.ban, remove: words.remove };
  return (
    <>
      <div class="row">
        {choices.map((it) => (
          <button
            key={it}
            type="button"
            class={it === 'hand_over' ? undefined : 'danger'}
            onClick={() => {
              sure.value = it;
            }}
          >
            {names[it]}
          </button>
        ))}
      </div>
      {asked && (
        <Sure
          title={asked === 'hand_over' ? words.handOverSure(member.name) : words.removeSure(member.name)}
          yes={names[asked]}
          onYes={() =>
            void carryOut([
              asked === 'ban'
                ? { t: 'ban', handle: member.handle ?? '', reason: reason.value }
                : { t: asked, member: member.id },
            ])
          }
          onClose={() => {
            sure.value = null;
          }}
        >
          {asked === 'hand_over' && <p class="note">{words.handOverHelp}</p>}
          {asked === 'ban' && (
            <TextField
              label={words.reason}
              maxLength={300}
              value={reason.value}
              onInput={(text) => {
                reason.value = text;
              }}
            />
          )}
        </Sure>
      )}
    </>
  );
}
