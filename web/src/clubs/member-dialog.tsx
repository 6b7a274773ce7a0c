/** One line of a club's list, as its organisers change it. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { GRADES, gradeText } from '../ratings/words';
import { Select, Toggle } from '../ui/choice';
import { Dialog, Sure } from '../ui/dialog';
import { TextField } from '../ui/text-field';
import type { Club, ClubAct, ClubMember, ClubRole } from '../wire/generated';
import { act, ROLES } from './club-api';

interface Props {
  club: Club;
  member: ClubMember;
  onClose(done: boolean): void;
}

type Asked = 'remove' | 'ban' | 'hand_over';

export function MemberDialog({ club, member, onClose }: Props) {
  const words = t().clubs;
  const before = member.club_grade?.grade ?? '';
  const grade = useSignal(before);
  const name = useSignal(member.handle ? '' : member.name);
  const handle = useSignal(member.offered ?? '');
  const note = useSignal(member.note ?? '');
  const role = useSignal<ClubRole>(member.role);
  const teaches = useSignal(member.teaches ?? false);
  const reason = useSignal('');
  const sure = useSignal<Asked | null>(null);
  const asked = sure.value;
  const isOwner = club.you.role === 'owner';
  const isMe = club.you.member === member.id;
  const may = isOwner || member.role === 'member';
  /** The acts that are wanted, one after the other, up to the first that is refused. */
  const all = async (wanted: ClubAct[]) => {
    for (const it of wanted) if (!(await act(club.slug, it))) return;
    onClose(true);
  };
  const save = () => {
    const wanted: ClubAct[] = [];
    const changed =
      note.value !== (member.note ?? '') ||
      (!member.handle && (name.value !== member.name || handle.value !== (member.offered ?? '')));
    if (changed)
      wanted.push({
        t: 'change',
        member: member.id,
        name: name.value,
        handle: handle.value,
        note: note.value,
      });
    if (grade.value !== before) wanted.push({ t: 'award', member: member.id, grade: grade.value });
    if (role.value !== member.role) wanted.push({ t: 'role', member: member.id, role: role.value });
    if (teaches.value !== (member.teaches ?? false))
      wanted.push({ t: 'teacher', member: member.id, teaches: teaches.value });
    void all(wanted);
  };
  // A grade below those of this site is kept as it is.
  const grades = before && !GRADES.includes(before) ? [before, ...GRADES] : GRADES;
  return (
    <Dialog title={member.name} onClose={() => onClose(false)}>
      <form
        class="club-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {!member.handle && (
          <TextField
            label={words.name}
            name="name"
            required
            maxLength={60}
            value={name.value}
            onInput={(text) => {
              name.value = text;
            }}
          />
        )}
        {!member.handle && (
          <TextField
            label={words.handle}
            exact
            name="handle"
            maxLength={21}
            value={handle.value}
            onInput={(text) => {
              handle.value = text;
            }}
            help={words.handleHelp}
          />
        )}
        <Select
          label={words.gradeAwarded}
          name="grade"
          options={[['', words.noGrade] as const, ...grades.map((it) => [it, gradeText(it)] as const)]}
          value={grade.value}
          onChange={(next) => {
            grade.value = next;
          }}
        />
        <TextField
          label={words.note}
          name="note"
          maxLength={300}
          value={note.value}
          onInput={(text) => {
            note.value = text;
          }}
        />
        {isOwner && member.handle && (
          <Select
            label={words.role}
            name="role"
            options={ROLES.map((it) => [it, words.roles[it]] as const)}
            value={role.value}
            onChange={(next) => {
              role.value = next;
            }}
          />
        )}
        {member.handle && (
          <Toggle
            label={t().coaching.teaches}
            value={teaches.value}
            onChange={(on) => {
              teaches.value = on;
            }}
          />
        )}
        <button type="submit" class="primary">
          {words.save}
        </button>
      </form>
      {may && !isMe && (
        <div class="club-buttons">
          {isOwner && member.handle && (
            <button
              type="button"
              onClick={() => {
                sure.value = 'hand_over';
              }}
            >
              {words.handOver}
            </button>
          )}
          <button
            type="button"
            class="danger"
            onClick={() => {
              sure.value = 'remove';
            }}
          >
            {words.remove}
          </button>
          {member.handle && (
            <button
              type="button"
              class="danger"
              onClick={() => {
                sure.value = 'ban';
              }}
            >
              {words.ban}
            </button>
          )}
        </div>
      )}
      {asked && (
        <Sure
          title={asked === 'hand_over' ? words.handOverSure(member.name) : words.removeSure(member.name)}
          yes={{ hand_over: words.handOver, ban: words.ban, remove: words.remove }[asked]}
          onYes={() =>
            void all([
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
    </Dialog>
  );
}
