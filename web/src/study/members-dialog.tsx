/** Who takes part in a study, and how others are invited. */

import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { Segments, Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import type { Loaded } from '../ui/loaded';
import { ShareButton } from '../ui/share-button';
import { TextField } from '../ui/text-field';
import type { Study, StudyInvited, StudyRole } from '../wire/generated';
import { Refused, useActing } from './acting';
import { ROLES, removeMember, setLink, setMember } from './study-api';

/** What members are called: who contributes to a broadcast comments on its boards. */
function roleText(role: StudyRole, roles: readonly StudyRole[]): string {
  const words = t().study.roles;
  const isBroadcast = roles.includes('scorer');
  return isBroadcast && role === 'contributor' ? words.commentator : words[role];
}

interface Props {
  study: Study;
  loaded: Loaded<Study>;
  /** What members can be. */
  roles?: readonly StudyRole[];
  /** Where the link leads. */
  at?: string;
  onClose(): void;
}

export function MembersDialog({
  study,
  loaded,
  roles = ROLES,
  at = `/study/${study.study}`,
  onClose,
}: Props) {
  const words = t().study;
  const acting = useActing();
  /** Does it, and shows who takes part then. */
  const act: ActProps['act'] = (doing) =>
    acting.act(async () => {
      await doing();
      await loaded.again();
    });
  return (
    <Dialog title={words.members} onClose={onClose}>
      <div class="study-form">
        <ul class="study-members">
          <li>
            <PlayerName person={{ ...study.owner, guest: study.owner.handle === '' }} />
            <span class="note">{words.roles.owner}</span>
          </li>
          {study.members.map(({ person, role }) => (
            <li key={person.user}>
              <PlayerName person={person} />
              {study.is_owner ? (
                <>
                  <Select
                    label={words.roleOf(person.name)}
                    options={roles.map((it) => [it, roleText(it, roles)] as const)}
                    value={role}
                    onChange={(next) => void act(() => setMember(study.study, person.handle, next))}
                  />
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => void act(() => removeMember(study.study, person.handle))}
                  >
                    {words.removeMember}
                  </button>
                </>
              ) : (
                <span class="note">{roleText(role, roles)}</span>
              )}
            </li>
          ))}
          {(study.invited ?? []).map((it) => (
            <Invited key={it.person.user} study={study} roles={roles} invited={it} act={act} />
          ))}
        </ul>
        <Refused of={acting} />
        {study.is_owner && <Invite study={study} roles={roles} act={act} />}
        {study.is_owner && <Link study={study} roles={roles} at={at} act={act} />}
      </div>
    </Dialog>
  );
}

interface ActProps {
  study: Study;
  roles: readonly StudyRole[];
  act(doing: () => Promise<unknown>): Promise<void>;
}

/** Somebody who is asked, and has not joined. */
function Invited({ study, invited, roles, act }: ActProps & { invited: StudyInvited }) {
  const words = t().tournaments.invitation;
  const { person, role, declined } = invited;
  return (
    <li>
      <PlayerName person={person} />
      <span class="note">{noted([roleText(role, roles), declined ? words.hasDeclined : words.waits])}</span>
      {!declined && (
        <button
          type="button"
          class="quiet"
          onClick={() => void act(() => removeMember(study.study, person.handle))}
        >
          {words.takeBack}
        </button>
      )}
    </li>
  );
}

/** By the handle. */
function Invite({ study, roles, act }: ActProps) {
  const words = t().study;
  const handle = useSignal('');
  const role = useSignal<StudyRole>('contributor');
  return (
    <form
      class="study-form"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = handle.value.trim().replace(/^@/, '');
        if (!wanted) return;
        void act(async () => {
          await setMember(study.study, wanted, role.value);
          handle.value = '';
        });
      }}
    >
      <h3>{words.inviteByHandle}</h3>
      <TextField
        label={words.handle}
        name="handle"
        exact
        required
        maxLength={41}
        value={handle.value}
        onInput={(text) => {
          handle.value = text;
        }}
      />
      <Segments
        label={words.role}
        options={roles.map((it) => [it, roleText(it, roles)] as const)}
        value={role.value}
        onChange={(next) => {
          role.value = next;
        }}
      />
      <button type="submit">{words.invite}</button>
    </form>
  );
}

/** By a link, whose secret is shown once. */
function Link({ study, roles, at, act }: ActProps & { at: string }) {
  const words = t().study;
  const role = useSignal<StudyRole>(study.link?.role ?? 'viewer');
  const secret = useSignal<string | null>(null);
  const make = (as: StudyRole | null) =>
    act(async () => {
      const { link } = await setLink(study.study, as);
      secret.value = link ?? null;
    });
  const href = new URL(`${at}?${new URLSearchParams({ join: secret.value ?? '' })}`, location.href).href;
  return (
    <section class="study-form" aria-labelledby="study-link">
      <h3 id="study-link">{words.inviteByLink}</h3>
      {secret.value ? (
        <>
          <p class="study-link">{href}</p>
          <p class="note">{words.linkOnce}</p>
          <ShareButton title={study.title} href={href} />
        </>
      ) : (
        study.link && <p class="note">{words.linkIs(roleText(study.link.role, roles))}</p>
      )}
      <Segments
        label={words.linkMakes}
        options={roles.map((it) => [it, roleText(it, roles)] as const)}
        value={role.value}
        onChange={(next) => {
          role.value = next;
        }}
      />
      <div class="row">
        <button type="button" onClick={() => void make(role.value)}>
          {study.link ? words.linkRenew : words.linkMake}
        </button>
        {study.link && (
          <button type="button" class="quiet" onClick={() => void make(null)}>
            {words.linkEnd}
          </button>
        )}
      </div>
    </section>
  );
}
