/** `/study`: one's own studies, those one takes part in, and the public ones. */

import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useBell } from '../bell/bell-store';
import { t } from '../i18n/whole';
import { user } from '../session';
import { Segments } from '../ui/choice';
import { Icon } from '../ui/icon';
import { useLoaded, usePaged } from '../ui/loaded';
import { More, NoLines, Page } from '../ui/page';
import { TextField } from '../ui/text-field';
import type { StudyOrder } from '../wire/generated';
import { ORDERS, ownStudies, publicStudies } from './study-api';
import { StudyList } from './study-list';

/** How long typing rests before it is asked. */
const REST_MS = 300;

export function StudiesPage() {
  const words = t().study;
  const who = user.value?.name;
  const mine = useLoaded(async () => (await ownStudies()).studies, [who]);
  useBell(({ item }) => item.t.startsWith('study_'), mine.again);
  const own = mine.value?.filter((it) => it.role === 'owner') ?? [];
  const shared = mine.value?.filter((it) => it.role !== 'owner') ?? [];
  return (
    <Page class="players-page studies-page">
      <header class="page-head">
        <div>
          <h1>{words.title}</h1>
          <p class="note">{words.lead}</p>
        </div>
        <a class="button primary" href="/study/new">
          <Icon name="plus" />
          {words.begin}
        </a>
      </header>
      {own.length > 0 && (
        <section class="card" aria-labelledby="own-studies">
          <h2 id="own-studies">{words.own}</h2>
          <StudyList studies={own} />
        </section>
      )}
      {shared.length > 0 && (
        <section class="card" aria-labelledby="shared-studies">
          <h2 id="shared-studies">{words.shared}</h2>
          <StudyList studies={shared} />
        </section>
      )}
      <PublicStudies />
    </Page>
  );
}

/** What is wanted, as the address says it. */
const asked = () => new URLSearchParams(location.search);

function PublicStudies() {
  const words = t().study;
  const typed = useSignal(asked().get('text') ?? '');
  const text = useSignal(typed.peek().trim());
  const topic = asked().get('topic') ?? '';
  const order = useSignal<StudyOrder>(ORDERS.find((it) => it === asked().get('order')) ?? 'newest');
  useEffect(() => {
    const next = typed.value.trim();
    const timer = setTimeout(() => {
      text.value = next;
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  useEffect(() => {
    const wanted = Object.entries({
      text: text.value,
      topic,
      order: order.value === 'newest' ? '' : order.value,
    });
    const query = new URLSearchParams(wanted.filter(([, value]) => value)).toString();
    history.replaceState(history.state, '', query ? `/study?${query}` : '/study');
  }, [text.value, topic, order.value]);
  const found = usePaged(
    async (next) => {
      const page = await publicStudies(text.peek(), topic, order.peek(), next);
      return { items: page.studies, next: page.next ?? null };
    },
    [text.value, topic, order.value],
  );
  return (
    <section class="card" aria-labelledby="public-studies" aria-busy={found.state.is === 'busy'}>
      <h2 id="public-studies">{topic ? words.topicIs(topic) : words.public}</h2>
      {topic && (
        <p>
          <a href="/study">{words.allTopics}</a>
        </p>
      )}
      <search class="study-search">
        <TextField
          label={words.search}
          name="text"
          maxLength={60}
          placeholder={words.searchHelp}
          value={typed.value}
          onInput={(now) => {
            typed.value = now;
          }}
        />
        <Segments
          label={words.order}
          options={ORDERS.map((it) => [it, words.orders[it]] as const)}
          value={order.value}
          onChange={(next) => {
            order.value = next;
          }}
        />
      </search>
      <div aria-live="polite">
        <StudyList studies={found.items} />
        <NoLines of={found} none={text.value || topic ? words.noneFound : words.noPublic} />
      </div>
      <More of={found} />
    </section>
  );
}
