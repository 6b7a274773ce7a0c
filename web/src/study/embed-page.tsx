/**
 * `/embed/studies/CODE` and `/embed/studies/CODE/CHAPTER`: a study within another site's page, one
 * chapter at a time, step by step. It is looked at only; what an exercise asks for is found here.
 */

import '../styles/review.css';
import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Seat } from '../board/seat';
import { Steps } from '../board/steps';
import { Table } from '../board/table';
import { useBoard } from '../board/use-board';
import { SITE_NAME } from '../branding';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { CommentText } from '../review/comment-text';
import { createReviewStore } from '../review/review-store';
import { headerOf } from '../review/tree';
import { TreeList } from '../review/tree-list';
import { sidewaysKeys, walkOf } from '../review/walk';
import { theSocket } from '../session';
import { Select } from '../ui/choice';
import { useLoaded } from '../ui/loaded';
import { Blank, When } from '../ui/page';
import type { ReviewTree, Side, Study, StudyChapter } from '../wire/generated';
import { chapterTree, studyOf } from './study-api';

export function StudyEmbedPage({ code, chapter }: { code: string; chapter?: string }) {
  const words = t().study;
  const chosen = useSignal(chapter);
  const loaded = useLoaded(async () => {
    const study = await studyOf(code);
    const wanted = chosen.value;
    const found = wanted ? study.chapters.find((it) => it.review === wanted) : study.chapters[0];
    return { study, found, tree: found && (await chapterTree(found.review)) };
  }, [code, chosen.value]);
  return (
    <When of={loaded} missing={{ title: words.notFound, text: words.notFoundHelp }}>
      {({ study, found, tree }) =>
        found && tree ? (
          <Chapter
            key={found.review}
            study={study}
            chapter={found}
            tree={tree}
            onChapter={(review) => {
              chosen.value = review;
            }}
          />
        ) : (
          <Blank title={words.chapterGone} text={study.title} />
        )
      }
    </When>
  );
}

interface Props {
  study: Study;
  chapter: StudyChapter;
  tree: ReviewTree;
  onChapter(review: string): void;
}

/** What is to be found is not given away: of an exercise only its first position is shown. */
const fromStart = (tree: ReviewTree, { mode }: StudyChapter): ReviewTree => ({
  ...tree,
  at: 0,
  nodes: mode === 'normal' ? tree.nodes : tree.nodes.filter(({ parent }) => parent === null),
});

function Chapter({ study, chapter, tree: whole, onChapter }: Props) {
  const words = t();
  const [store] = useState(() => {
    const made = createReviewStore(theSocket(), { draft: fromStart(whole, chapter) });
    made.orientation.value = chapter.orientation;
    return made;
  });
  const picture = () => {
    const shown = store.shown.value;
    return shown && { ...shown, orientation: store.orientation.value };
  };
  const refs = useBoard(
    {
      picture,
      callbacks: { onMove: () => undefined },
      showDests: () => false,
      follow: [(board) => board.draw(store.node.value?.shapes ?? [])],
    },
    [store],
  );
  const tree = store.tree.value ?? whole;
  const name = (side: Side) => {
    const known = headerOf(tree, side === 'sente' ? 'Sente' : 'Gote');
    return known ? shownName(known) : words.sides[side];
  };
  const comment = store.node.value?.comment;
  const isExercise = chapter.mode !== 'normal';
  return (
    <Table
      title={study.title}
      variant={store.shown.value?.position.variant}
      bottom={store.orientation.value}
      class="replay embedded-game"
      refs={refs}
      seat={(side) => <Seat side={side} name={name(side)} />}
      record={
        isExercise ? null : (
          <>
            <TreeList store={store} tree={tree} mistakes={[]} />
            <Steps walk={() => walkOf(store)} isWhole more={sidewaysKeys(store)} />
          </>
        )
      }
      desk={
        <>
          {study.chapters.length > 1 && (
            <Select
              label={words.study.chapters}
              name="chapter"
              options={study.chapters.map((it) => [it.review, it.name] as const)}
              value={chapter.review}
              onChange={onChapter}
            />
          )}
          {comment && (
            <p class="embedded-comment">
              <CommentText store={store} tree={tree} text={comment} />
            </p>
          )}
          <p>
            <a href={`/study/${study.study}/${chapter.review}`} target="_blank" rel="noopener">
              {words.embed.open(SITE_NAME)}
            </a>
          </p>
        </>
      }
    />
  );
}
