/** What a club tells, the latest first; its organisers write it here. */

import { useSignal } from '@preact/signals';
import { labelled, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { Dialog, Sure } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import { TextField } from '../ui/text-field';
import type { Announcement, ClubAct } from '../wire/generated';
import { act } from './club-api';
import { organises, type Part } from './club-part';
import { timeText } from './words';

export function Announcements({ club, again }: Part) {
  const words = t().clubs;
  const writing = useSignal<Announcement | 'new' | null>(null);
  const removing = useSignal<Announcement | null>(null);
  const may = organises(club);
  const announcement = removing.value;
  const remove = async ({ id }: Announcement) => {
    await act(club.slug, { t: 'unannounce', announcement: id });
    await again();
  };
  const pin = async ({ id, pinned }: Announcement) => {
    await act(club.slug, { t: 'pin', announcement: id, pinned: !pinned });
    await again();
  };
  return (
    <section class="card">
      <div class="page-head">
        <h2>{words.announcements}</h2>
        {may && (
          <button
            type="button"
            onClick={() => {
              writing.value = 'new';
            }}
          >
            {words.announce}
          </button>
        )}
      </div>
      {club.announcements.length === 0 && <EmptyState text={words.noAnnouncements} />}
      <ul class="announcements">
        {club.announcements.map((it) => (
          <li key={it.id}>
            <h3>{it.title}</h3>
            {it.text && <p class="tournament-about">{it.text}</p>}
            <p class="note">
              {noted([
                it.pinned && words.pinned,
                words.by(shownName(it.by), timeText(it.made_ms)),
                it.changed_ms !== null && words.changed,
              ])}
            </p>
            {may && (
              <div class="row">
                <button
                  type="button"
                  class="quiet"
                  aria-label={labelled(words.edit, it.title)}
                  onClick={() => {
                    writing.value = it;
                  }}
                >
                  {words.edit}
                </button>
                <button
                  type="button"
                  class="quiet"
                  aria-label={labelled(it.pinned ? words.unpin : words.pin, it.title)}
                  onClick={() => void pin(it)}
                >
                  {it.pinned ? words.unpin : words.pin}
                </button>
                <button
                  type="button"
                  class="quiet"
                  aria-label={labelled(words.remove, it.title)}
                  onClick={() => {
                    removing.value = it;
                  }}
                >
                  {words.remove}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {writing.value && (
        <Writing
          slug={club.slug}
          before={writing.value === 'new' ? null : writing.value}
          onClose={(done) => {
            writing.value = null;
            if (done) void again();
          }}
        />
      )}
      {announcement && (
        <Sure
          title={words.sure}
          yes={words.remove}
          onYes={() => void remove(announcement)}
          onClose={() => {
            removing.value = null;
          }}
        >
          <p>{announcement.title}</p>
        </Sure>
      )}
    </section>
  );
}

interface WritingProps {
  slug: string;
  before: Announcement | null;
  onClose(done: boolean): void;
}

function Writing({ slug, before, onClose }: WritingProps) {
  const words = t().clubs;
  const title = useSignal(before?.title ?? '');
  const text = useSignal(before?.text ?? '');
  const save = async () => {
    const said = { title: title.value, text: text.value };
    const wanted: ClubAct = before
      ? { t: 'reword', announcement: before.id, ...said }
      : { t: 'announce', ...said };
    if (await act(slug, wanted)) onClose(true);
  };
  return (
    <Dialog title={before ? words.edit : words.announce} onClose={() => onClose(false)}>
      <form
        class="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={words.announceTitle}
          name="title"
          required
          maxLength={100}
          value={title.value}
          onInput={(text) => {
            title.value = text;
          }}
        />
        <TextField
          label={words.announceText}
          lines={8}
          name="text"
          maxLength={5_000}
          value={text.value}
          onInput={(typed) => {
            text.value = typed;
          }}
        />
        <button type="submit" class="primary">
          {before ? words.save : words.announce}
        </button>
      </form>
    </Dialog>
  );
}
