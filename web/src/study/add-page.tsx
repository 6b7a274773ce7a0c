/**
 * `/study/add`: a game, a review, a position or a problem becomes a chapter. Which one is in the
 * address (`?game=`, `?review=`, `?tsume=`, `?variant=…&sfen=…`), or is a review that is not kept.
 */

import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { go } from '../router';
import { GuestKeeps } from '../site/guest-keeps';
import { Select } from '../ui/choice';
import { FormPage } from '../ui/form-page';
import { useLoaded } from '../ui/loaded';
import { Blank, When } from '../ui/page';
import { TextField } from '../ui/text-field';
import type { StudyListed } from '../wire/generated';
import { carriedTree } from './carried';
import { ChapterFields, unread } from './chapter-fields';
import { type Draft, type Found, fromGame, fromPosition, fromTsume } from './sources';
import { addChapters, makeStudy, ownStudies, problemText, TITLE_CHARS_MAX } from './study-api';
import { draftOf, termsOf } from './terms-fields';

async function found(): Promise<Found | null> {
  const asked = new URLSearchParams(location.search);
  const [game, review, tsume, sfen] = ['game', 'review', 'tsume', 'sfen'].map((it) => asked.get(it));
  if (game) return fromGame(game);
  if (review) return { drafts: [{ name: '', review }] };
  if (tsume) return fromTsume(tsume);
  if (sfen) return fromPosition(asked.get('variant') ?? 'standard', sfen);
  const tree = carriedTree();
  return tree && { drafts: [{ name: '', tree }] };
}

export function AddPage() {
  const words = t().study;
  const loaded = useLoaded(async () => ({
    chapter: await found(),
    studies: (await ownStudies()).studies.filter((it) => it.role !== 'viewer'),
  }));
  const nothing = { title: words.add.title, href: '/study', to: words.title };
  return (
    <When of={loaded} missing={nothing}>
      {({ chapter, studies }) =>
        chapter && 'drafts' in chapter && chapter.drafts[0] ? (
          <Form draft={chapter.drafts[0]} studies={studies} />
        ) : (
          <Blank {...nothing} text={chapter && 'problem' in chapter ? chapter.problem : words.add.nothing} />
        )
      }
    </When>
  );
}

/** The choice that is no study yet. */
const NEW = 'new';

function Form({ draft, studies }: { draft: Draft; studies: StudyListed[] }) {
  const words = t().study;
  const study = useSignal(studies[0]?.study ?? NEW);
  const title = useSignal('');
  const terms = useSignal(unread(draft.name));
  /** The chapter's place in the study that is chosen. */
  const place = (studies.find((it) => it.study === study.value)?.chapters ?? 0) + 1;
  const save = async () => {
    const chapter = { ...draft, ...terms.value, name: terms.value.name.trim() || words.chapterN(place) };
    try {
      if (study.value === NEW) {
        const made = await makeStudy({
          ...termsOf({ ...draftOf(), title: title.value.trim() }),
          chapters: [chapter],
        });
        go(`/study/${made.study}`);
        return null;
      }
      const { chapters } = await addChapters(study.value, [chapter]);
      go(`/study/${study.value}/${chapters[0] ?? ''}`);
      return null;
    } catch (refused) {
      return problemText(refused);
    }
  };
  return (
    <FormPage title={words.add.title} action={words.add.do} save={save} before={<GuestKeeps />}>
      <Select
        label={words.add.where}
        name="study"
        options={[...studies.map((it) => [it.study, it.title] as const), [NEW, words.add.newStudy] as const]}
        value={study.value}
        onChange={(next) => {
          study.value = next;
        }}
      />
      {study.value === NEW && (
        <TextField
          label={words.form.title}
          name="title"
          required
          maxLength={TITLE_CHARS_MAX}
          value={title.value}
          onInput={(text) => {
            title.value = text;
          }}
        />
      )}
      <ChapterFields terms={terms} />
    </FormPage>
  );
}
