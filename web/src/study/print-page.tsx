/**
 * `/study/CODE/print`: every chapter on paper, with its moves, what is said of them, and diagrams.
 */

import '../styles/study.css';
import { BoardPreview } from '../board/board-preview';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { partsOf } from '../review/move-links';
import { textOfNode } from '../review/move-texts';
import { childrenOf, headerOf, lineThrough, nodeOf, positionsOf } from '../review/tree';
import { fromSfen, type Position, sfenOf } from '../shogi/position';
import { squaresOf } from '../shogi/usi';
import { Icon, SideMark } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import type { ReviewNode, ReviewTree, StudyChapter } from '../wire/generated';
import { chapterTree, studyOf } from './study-api';
import { chapterNote } from './words';

/** Positions of one chapter that have a diagram, besides its last one. */
const DIAGRAMS_MAX = 6;

interface Printed extends StudyChapter {
  tree: ReviewTree;
}

export function PrintPage({ code }: { code: string }) {
  const words = t().study;
  const loaded = useLoaded(async () => {
    const study = await studyOf(code);
    const chapters: Printed[] = [];
    // One after the other: a study of many chapters is no burst of questions.
    for (const it of study.chapters) chapters.push({ ...it, tree: await chapterTree(it.review) });
    return { study, chapters };
  }, [code]);
  return (
    <When
      of={loaded}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/study', to: words.title }}
    >
      {({ study, chapters }) => (
        <Page class="players-page study-print" title={study.title}>
          <header>
            <h1>{study.title}</h1>
            <p class="note">{shownName(study.owner.name)}</p>
            {study.description && <p class="about-study">{study.description}</p>}
            <div class="row no-print">
              <button type="button" class="primary" onClick={() => window.print()}>
                <Icon name="print" />
                {words.print}
              </button>
              <a class="button" href={`/study/${code}`}>
                {words.toStudy}
              </a>
            </div>
          </header>
          {chapters.map((it, i) => (
            <PrintedChapter key={it.review} chapter={it} number={i + 1} />
          ))}
        </Page>
      )}
    </When>
  );
}

function PrintedChapter({ chapter, number }: { chapter: Printed; number: number }) {
  const { tree } = chapter;
  const words = t();
  const positions = positionsOf(tree.nodes, fromSfen(tree.variant, tree.start));
  const line = lineThrough(tree, 0);
  const [sente, gote] = [headerOf(tree, 'Sente'), headerOf(tree, 'Gote')];
  const last = line.findLast((it) => it.usi !== undefined) ?? line[0];
  const drawn = line.filter((it) => it !== last && (it.comment || it.shapes?.length));
  const shown = [...drawn.slice(0, DIAGRAMS_MAX), ...(last ? [last] : [])];
  return (
    <section class="card printed-chapter">
      <h2>
        {number}. {chapter.name}
      </h2>
      <p class="note">{chapterNote(chapter)}</p>
      {sente && gote && <p>{words.game.title(shownName(sente), shownName(gote))}</p>}
      <div class="diagrams">
        {shown.map((node) => (
          <Diagram key={node.id} tree={tree} positions={positions} node={node} ply={line.indexOf(node)} />
        ))}
      </div>
      <Line tree={tree} positions={positions} from={line} ply={0} />
    </section>
  );
}

interface OfTree {
  tree: ReviewTree;
  positions: ReadonlyMap<number, Position>;
}

function Diagram({ tree, positions, node, ply }: OfTree & { node: ReviewNode; ply: number }) {
  const position = positions.get(node.id);
  if (!position) return null;
  return (
    <figure>
      <BoardPreview variant={tree.variant} sfen={sfenOf(position)} last={squaresOf(node.usi)} whole />
      <figcaption>
        {ply > 0 ? `${ply}. ` : ''}
        {textOfNode(tree, positions, node)}
      </figcaption>
    </figure>
  );
}

/** A line of moves, with what is said of them, and behind each move the variations of it. */
function Line({ tree, positions, from, ply }: OfTree & { from: readonly ReviewNode[]; ply: number }) {
  return (
    <div class="printed-line">
      {from.map((node, i) => {
        const others = node.parent === null ? [] : childrenOf(tree, node.parent).filter((it) => it !== node);
        const isFirst = node.parent !== null && childrenOf(tree, node.parent)[0] === node;
        return (
          <span key={node.id}>
            {node.parent !== null && (
              <span class="printed-move">
                <span class="move-number">{ply + i}</span>{' '}
                {node.usi !== undefined && <SideMark side={positions.get(node.parent)?.turn ?? 'sente'} />}
                {textOfNode(tree, positions, node)}
              </span>
            )}{' '}
            {node.comment && <Said tree={tree} positions={positions} text={node.comment} />}{' '}
            {isFirst &&
              others.map((it) => (
                <span key={it.id} class="printed-variation">
                  <Line tree={tree} positions={positions} from={lineFrom(tree, it.id)} ply={ply + i} />
                </span>
              ))}
          </span>
        );
      })}
    </div>
  );
}

/** The nodes of a line from one of them on. */
function lineFrom(tree: ReviewTree, id: number): ReviewNode[] {
  const line = lineThrough(tree, id);
  return line.slice(line.findIndex((it) => it.id === id));
}

function Said({ tree, positions, text }: OfTree & { text: string }) {
  const parts = partsOf(text).map((part) => {
    if (part.is === 'text') return part.text;
    const node = nodeOf(tree, part.node);
    return node ? textOfNode(tree, positions, node) : '…';
  });
  return <em class="printed-comment">{parts.join('')}</em>;
}
