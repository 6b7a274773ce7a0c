/** Homework: what one has to do, and what a teacher has set. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { labelled, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { Dialog, Sure } from '../ui/dialog';
import type { Coaching, Homework, HomeworkPupil, Task } from '../wire/generated';
import type { Does } from './club-api';
import { act, myHomework } from './club-api';
import { HomeworkForm } from './homework-form';
import { timeText } from './words';

/** Whether it is a problem that was taken away: it cannot be solved any more. */
const isGone = (task: Task) => task.t === 'tsume' && task.plies === 0;

/** What stands on a task. */
function taskText(task: Task): string {
  const words = t().coaching.homework;
  if (task.t === 'tsume' && isGone(task)) return words.gone(task.number);
  if (task.t === 'tsume') return words.problem(task.number, words.moves(task.plies));
  return task.t === 'study' ? task.title : task.text;
}

/** Where a task is done, if it is here. */
function taskHref(task: Task): string | null {
  if (task.t === 'tsume') return isGone(task) ? null : `/tsume/${task.number}`;
  return task.t === 'study' ? `/study/${task.path}` : null;
}

function TaskName({ task }: { task: Task }) {
  const href = taskHref(task);
  return href === null ? <span>{taskText(task)}</span> : <a href={href}>{taskText(task)}</a>;
}

const nDone = ({ done_ms }: HomeworkPupil) => done_ms.filter((it) => it !== null).length;

const dueText = ({ due_ms }: Homework) => {
  const words = t().coaching.homework;
  return due_ms < Date.now() ? words.wasDue(dateText(due_ms)) : words.dueOn(dateText(due_ms));
};

interface DueProps {
  due: Homework[];
  does: Does;
}

/** What the reader has to do in a club. */
export function HomeworkDue({ due, does }: DueProps) {
  const words = t().coaching.homework;
  return (
    <section class="card" aria-labelledby="homework-due">
      <h2 id="homework-due">{words.title}</h2>
      {due.length === 0 ? <p class="note">{words.none}</p> : <p class="note">{words.auto}</p>}
      {due.map((it) => (
        <Due key={it.id} homework={it} does={does} />
      ))}
    </section>
  );
}

function Due({ homework, does }: { homework: Homework; does: Does }) {
  const words = t().coaching.homework;
  const [own] = homework.pupils;
  if (!own) return null;
  return (
    <article class="homework">
      <h3>{homework.title}</h3>
      <p class="note">
        {noted([
          words.from(shownName(homework.teacher)),
          dueText(homework),
          words.doneOf(nDone(own), homework.tasks.length),
        ])}
      </p>
      <ul class="homework-tasks">
        {homework.tasks.map((task, place) => {
          const isDone = own.done_ms[place] != null;
          return (
            <li key={place}>
              <input
                type="checkbox"
                aria-label={taskText(task)}
                checked={isDone}
                disabled={task.t === 'tsume' && !isGone(task)}
                onChange={() => void does({ t: 'tick', homework: homework.id, place, done: !isDone })}
              />
              <TaskName task={task} />
            </li>
          );
        })}
      </ul>
    </article>
  );
}

/**
 * The reader's homework of all clubs that is not done yet; a part of `/tsume`. Nothing without any.
 */
export function MyHomework() {
  const words = t().coaching.homework;
  const found = useSignal<Homework[]>([]);
  const read = async () => {
    found.value = await myHomework().then(
      ({ homework }) => homework,
      () => [],
    );
  };
  useEffect(() => {
    void read();
  }, []);
  const open = found.value.filter((it) => it.pupils.some((own) => nDone(own) < it.tasks.length));
  if (open.length === 0) return null;
  return (
    <section class="card tsume-head" aria-labelledby="homework-due">
      <h2 id="homework-due">{words.title}</h2>
      <p class="note">{words.auto}</p>
      {open.map((it) => (
        <Due
          key={it.id}
          homework={it}
          does={async (wanted) => {
            const done = await act(it.club, wanted);
            await read();
            return done;
          }}
        />
      ))}
    </section>
  );
}

interface SetProps {
  coaching: Coaching;
  does: Does;
}

/** What a teacher has set, and what was done of it. */
export function HomeworkSet({ coaching, does }: SetProps) {
  const words = t().coaching.homework;
  const setting = useSignal(false);
  const removing = useSignal<Homework | null>(null);
  const pupils = coaching.pupils.filter((it) => it.state === 'agreed');
  const removed = removing.value;
  return (
    <section class="card">
      <div class="page-head">
        <h2>{words.setBy}</h2>
        {pupils.length > 0 && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              setting.value = true;
            }}
          >
            {words.set}
          </button>
        )}
      </div>
      {coaching.set.length === 0 && <p class="note">{words.noneSet}</p>}
      {coaching.set.map((it) => (
        <article key={it.id} class="homework">
          <div class="page-head">
            <h3>{it.title}</h3>
            <button
              type="button"
              class="quiet"
              aria-label={labelled(words.delete, it.title)}
              onClick={() => {
                removing.value = it;
              }}
            >
              {words.delete}
            </button>
          </div>
          <p class="note">{dueText(it)}</p>
          {it.pupils.map((pupil) => (
            <details key={pupil.member}>
              <summary>
                {labelled(shownName(pupil.name), words.doneOf(nDone(pupil), it.tasks.length))}
              </summary>
              <ul class="homework-tasks">
                {it.tasks.map((task, place) => {
                  const at = pupil.done_ms[place] ?? null;
                  return (
                    <li key={place}>
                      <span aria-hidden="true">{at === null ? '☐' : '☑'}</span>
                      <span>
                        <TaskName task={task} />{' '}
                        <small class="note">{at === null ? words.open : words.doneOn(timeText(at))}</small>
                      </span>
                    </li>
                  );
                })}
              </ul>
            </details>
          ))}
        </article>
      ))}
      {setting.value && (
        <Dialog
          title={words.set}
          onClose={() => {
            setting.value = false;
          }}
        >
          <HomeworkForm
            pupils={pupils}
            onSend={async (homework) => {
              if (await does({ t: 'set_homework', homework })) setting.value = false;
            }}
          />
        </Dialog>
      )}
      {removed && (
        <Sure
          title={words.deleteSure(removed.title)}
          yes={words.delete}
          onYes={() => void does({ t: 'drop_homework', homework: removed.id })}
          onClose={() => {
            removing.value = null;
          }}
        >
          <p class="note">{words.deleteHelp}</p>
        </Sure>
      )}
    </section>
  );
}
