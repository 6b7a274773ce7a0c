/** `/tsume/proposed`: problems that players have composed, to be solved and voted on. */

import { BoardPreview } from '../board/board-preview';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { usePaged } from '../ui/loaded';
import { More, NoLines, Page } from '../ui/page';
import type { TsumeProposed } from '../wire/generated';
import { ComposedBy } from './author';
import { proposedProblems } from './tsume-api';

export function ProposedPage() {
  const { training } = t();
  const words = training.proposed;
  const found = usePaged(async (next) => {
    const page = await proposedProblems(next);
    return { items: page.proposed, next: page.next ?? null };
  });
  return (
    <Page class="tsume-page" busy={found.state.is === 'busy'}>
      <section class="card tsume-head">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <div class="row">
          <a class="button primary" href="/tsume/compose">
            {training.compose.title}
          </a>
          <a class="button" href="/tsume">
            {training.tsume.all}
          </a>
        </div>
      </section>
      {found.items.length > 0 && (
        <ul class="tsume-proposed">
          {found.items.map((it) => (
            <li key={it.number} class="card">
              <Proposed problem={it} />
            </li>
          ))}
        </ul>
      )}
      <NoLines of={found} none={words.none} />
      <More of={found} />
    </Page>
  );
}

function Proposed({ problem: { number, plies, sfen, author, proposal } }: { problem: TsumeProposed }) {
  const { training } = t();
  const words = training.proposed;
  return (
    <>
      <a class="tsume-next" href={`/tsume/${number}`}>
        <BoardPreview variant="standard" sfen={sfen} />
        <span>{training.tsume.problem(number)}</span>
      </a>
      <p>{training.tsume.inMoves(plies)}</p>
      <p class="note">
        <ComposedBy author={author} />
      </p>
      <p class="note">
        {noted([
          words.votes(proposal.n_votes, proposal.n_needed),
          proposal.vote !== null && (proposal.vote ? words.votedYes : words.votedNo),
          proposal.vote === null && proposal.solved && training.tsume.states.solved,
        ])}
      </p>
    </>
  );
}
