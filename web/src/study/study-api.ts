/** Studies: `/api/v1/studies`. */

import { ask, linkTo, pageAfter, problemText as textOf } from '../api/request';
import { t } from '../i18n/whole';
import type {
  ChapterMode,
  ChapterTerms,
  NewChapter,
  NewStudy,
  StudyOrder,
  StudyRole,
  StudyTerms,
  StudyVisibility,
} from '../wire/generated';

export const VISIBILITIES: readonly StudyVisibility[] = ['private', 'unlisted', 'public'];
export const ROLES: readonly StudyRole[] = ['viewer', 'contributor'];
/** In a broadcast, somebody may enter the moves as well. */
export const BROADCAST_ROLES: readonly StudyRole[] = ['viewer', 'contributor', 'scorer'];
export const MODES: readonly ChapterMode[] = ['normal', 'practice', 'hide_next'];
export const ORDERS: readonly StudyOrder[] = ['newest', 'likes'];

export const CHAPTERS_MAX = 64;
export const TITLE_CHARS_MAX = 100;
export const DESCRIPTION_CHARS_MAX = 1_000;

/** Which public studies are wanted; `next` is what the page before said, or '' for the first. */
export const publicStudies = (text: string, topic: string, order: StudyOrder, next: string) =>
  ask('GET', '/studies', { query: { text, topic, order, ...pageAfter(next) } });
export const ownStudies = () => ask('GET', '/me/studies');
export const studyOf = (code: string) => ask('GET', '/studies/{code}', { path: { code } });
export const makeStudy = (body: NewStudy) => ask('POST', '/studies', { body });
export const changeStudy = (code: string, body: StudyTerms) =>
  ask('PUT', '/studies/{code}', { path: { code }, body });
export const deleteStudy = (code: string) => ask('DELETE', '/studies/{code}', { path: { code } });
export const copyStudy = (code: string) => ask('POST', '/studies/{code}/copy', { path: { code } });
export const likeStudy = (code: string, likes: boolean) =>
  likes
    ? ask('PUT', '/studies/{code}/like', { path: { code } })
    : ask('DELETE', '/studies/{code}/like', { path: { code } });

export const addChapters = (code: string, chapters: NewChapter[]) =>
  ask('POST', '/studies/{code}/chapters', { path: { code }, body: { chapters } });
export const changeChapter = (code: string, review: string, body: ChapterTerms) =>
  ask('PUT', '/studies/{code}/chapters/{review}', { path: { code, review }, body });
export const deleteChapter = (code: string, review: string) =>
  ask('DELETE', '/studies/{code}/chapters/{review}', { path: { code, review } });
/** An exercise was played to its end, with so many moves shown. */
export const solveChapter = (code: string, review: string, n_shown: number) =>
  ask('PUT', '/studies/{code}/chapters/{review}/solution', { path: { code, review }, body: { n_shown } });
export const orderChapters = (code: string, chapters: string[]) =>
  ask('PUT', '/studies/{code}/order', { path: { code }, body: { chapters } });

/** Invites somebody who is no member, or gives a member another role. */
export const setMember = (code: string, handle: string, role: StudyRole) =>
  ask('PUT', '/studies/{code}/members/{handle}', { path: { code, handle }, body: { role } });
export const removeMember = (code: string, handle: string) =>
  ask('DELETE', '/studies/{code}/members/{handle}', { path: { code, handle } });
/** A new link by which people join, in place of the one before; none with null. */
export const setLink = (code: string, role: StudyRole | null) =>
  ask('PUT', '/studies/{code}/link', { path: { code }, body: { role } });
export const joinStudy = (code: string, link: string) =>
  ask('POST', '/studies/{code}/join', { path: { code }, body: { link } });

/** Says yes to an invitation. */
export const acceptInvitation = (code: string) =>
  ask('PUT', '/studies/{code}/invitation', { path: { code } });
export const declineInvitation = (code: string) =>
  ask('DELETE', '/studies/{code}/invitation', { path: { code } });

/** All chapters as one file. */
export const fileOfStudy = (code: string, file: string) =>
  linkTo('/studies/{code}/{file}', { path: { code, file } });

/** The tree of a chapter, as it is now. */
export const chapterTree = async (code: string) =>
  (await ask('GET', '/reviews/{code}', { path: { code } })).tree;

/** What went wrong, in the words of studies where they have some. */
export const problemText = (cause: unknown) => textOf(cause, t().study.problems);
