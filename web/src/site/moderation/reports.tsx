/** What players have reported and nobody has closed yet. */

import { ask } from '../../api/request';
import { secondText } from '../../i18n/moment';
import { t } from '../../i18n/whole';
import { Noted } from '../../ui/noted';
import { toast } from '../../ui/toast';
import type { Report } from '../../wire/generated';
import { REASONS } from '../site-api';
import { dateOf, failed, Part, Reasoned } from './parts';
import { Impose } from './sanctions';

export function Reports({ reports, onDone }: { reports: readonly Report[]; onDone(): void }) {
  const words = t().site.moderation;
  return (
    <Part title={words.reports}>
      {reports.length === 0 && <p class="note">{words.noReports}</p>}
      <ReportList reports={reports} onDone={onDone} />
    </Part>
  );
}

export function ReportList({ reports, onDone }: { reports: readonly Report[]; onDone(): void }) {
  return (
    <ul class="plain-list">
      {reports.map((it) => (
        <li key={it.id}>
          <ReportEntry report={it} onDone={onDone} />
        </li>
      ))}
    </ul>
  );
}

function ReportEntry({ report, onDone }: { report: Report; onDone(): void }) {
  const { moderation: words, person } = t().site;
  const reason = REASONS.find((it) => it === report.reason) ?? 'other';
  const review = /^review\/(\w+)$/.exec(report.game ?? '')?.[1];
  const isOfEvent = /^tournaments\//.test(report.game ?? '');
  const tsume = /^tsume\/(\d+)$/.exec(report.game ?? '')?.[1];
  return (
    <article>
      <p>
        <Noted>
          <strong>{words.byAbout(report.by, report.about_name)}</strong>
          {person.reasons[reason]}
          <span class="note">{dateOf(report.made_ms)}</span>
        </Noted>
      </p>
      {report.words && <blockquote>{report.words}</blockquote>}
      <Said report={report} />
      <div class="row">
        {report.game && (
          <a href={`/${report.game}`}>
            {review ? words.review : tsume ? words.tsume : isOfEvent ? words.tournament : words.game}
          </a>
        )}
        <button
          type="button"
          onClick={() =>
            void ask('POST', '/moderation/reports/{id}/close', { path: { id: report.id } }).then(
              onDone,
              failed,
            )
          }
        >
          {words.close}
        </button>
      </div>
      <details>
        <summary>{words.act}</summary>
        <Impose user={report.about} onDone={onDone} />
        {review && (
          <TakeDown
            remove={(reason) =>
              ask('POST', '/moderation/reviews/{code}/remove', { path: { code: review }, body: { reason } })
            }
            help={words.takeDownHelp}
            act={words.takeDown}
            done={words.taken}
          />
        )}
        {tsume && (
          <TakeDown
            remove={(reason) =>
              ask('POST', '/moderation/tsume/{number}/remove', { path: { number: tsume }, body: { reason } })
            }
            help={words.takeDownTsumeHelp}
            act={words.takeDownTsume}
            done={words.takenTsume}
          />
        )}
      </details>
    </article>
  );
}

/** What the two have said up to the report, with who said it and when. */
function Said({ report: { lines = [], by, about_name } }: { report: Report }) {
  const words = t().site.moderation;
  if (lines.length === 0) return null;
  return (
    <details open>
      <summary>{words.said(lines.length)}</summary>
      <ul class="plain-list reported-lines">
        {lines.map((line, i) => (
          <li key={i}>
            <span class="note">{secondText(line.at_ms)}</span>{' '}
            <strong>{line.by_reporter ? by : about_name}</strong> {line.text}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface TakeDownProps {
  remove(reason: string): Promise<unknown>;
  help: string;
  act: string;
  /** What is told when it is done. */
  done: string;
}

/** Takes away what somebody has made, for a reason that stays in the log. */
function TakeDown({ remove, help, act, done }: TakeDownProps) {
  return (
    <form
      class="impose"
      onSubmit={(event) => {
        event.preventDefault();
        const reason = String(new FormData(event.currentTarget).get('reason'));
        remove(reason).then(() => toast.show(done, 'good'), failed);
      }}
    >
      <Reasoned help={help} act={act} />
    </form>
  );
}
