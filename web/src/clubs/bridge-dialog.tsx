/** The form of one bridge. To add a kind: its name in `KINDS`, and its fields in `OWN`. */

import { useSignal } from '@preact/signals';
import { LANGUAGES, language, languageName, t } from '../i18n/whole';
import { Dialog } from '../ui/dialog';
import { type Field, FormFields } from '../ui/form-fields';
import { toast } from '../ui/toast';
import type { BridgeKind, BridgeSettings, BridgeTopic, ClubBridge } from '../wire/generated';
import { act } from './club-api';

/** In the order of the list: what clubs use most comes first. */
export const KINDS = [
  'zalo',
  'telegram',
  'discord',
  'line',
  'slack',
  'matrix',
  'webhook',
] as const satisfies readonly BridgeKind[];

const TOPICS = ['seek', 'open', 'round', 'result'] as const satisfies readonly BridgeTopic[];

interface Draft extends Record<BridgeTopic, boolean> {
  kind: BridgeKind;
  name: string;
  lang: string;
  names: boolean;
  host: string;
  target: string;
  secret: string;
}

/** The fields of a kind: its secret, its server, and the group there. */
const OWN: Record<BridgeKind, readonly ('secret' | 'host' | 'target')[]> = {
  zalo: ['secret', 'target'],
  telegram: ['secret', 'target'],
  discord: ['secret'],
  line: ['secret', 'target'],
  slack: ['secret'],
  matrix: ['host', 'secret', 'target'],
  webhook: ['host'],
};

export const NEW: Draft = {
  kind: 'zalo',
  name: '',
  lang: '',
  names: true,
  host: '',
  target: '',
  secret: '',
  seek: true,
  open: true,
  round: true,
  result: true,
};

function draftOf({ settings }: ClubBridge): Draft {
  const { topics, ...rest } = settings;
  const chosen = Object.fromEntries(TOPICS.map((it) => [it, topics.includes(it)]));
  return {
    ...NEW,
    ...rest,
    ...chosen,
    names: rest.names ?? false,
    host: rest.host ?? '',
    target: rest.target ?? '',
  };
}

const settingsFrom = ({ kind, name, lang, names, host, target, ...rest }: Draft): BridgeSettings => ({
  kind,
  name,
  lang,
  topics: TOPICS.filter((it) => rest[it]),
  names,
  host: OWN[kind].includes('host') ? host : '',
  target: OWN[kind].includes('target') ? target : '',
});

/** What is asked for; the secret of a bridge that is there stays where none is typed. */
export function fieldsFor(isNew: boolean): readonly Field<Draft>[] {
  const own = KINDS.flatMap((kind) =>
    OWN[kind].map(
      (key): Field<Draft> => ({
        kind: 'text',
        key,
        label: `${kind}.${key}`,
        help: key === 'secret' && !isNew ? 'secretStays' : `${kind}.${key}Help`,
        exact: true,
        required: isNew || key !== 'secret',
        max: 1_000,
        when: (draft) => draft.kind === kind,
      }),
    ),
  );
  return [
    {
      kind: 'choice',
      key: 'kind',
      options: (words) => KINDS.map((it) => [it, words.bridges.kinds[it]] as const),
      when: () => isNew,
    },
    { kind: 'text', key: 'name', help: 'nameHelp', max: 60, required: true },
    ...own,
    {
      kind: 'choice',
      key: 'lang',
      options: () => LANGUAGES.map((it) => [it, languageName(it)] as const),
    },
    ...TOPICS.map((key): Field<Draft> => ({ kind: 'toggle', key, label: `topic.${key}` })),
    { kind: 'toggle', key: 'names' },
  ];
}

/** The words of the form, by the keys that its fields name. */
export function formWords(): Record<string, unknown> {
  const words = t().bridges;
  const of = (prefix: string, texts: Readonly<Record<string, unknown>>) =>
    Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, text] as const);
  const kinds = KINDS.flatMap((kind) => of(kind, words.fields[kind]));
  return { ...words, ...Object.fromEntries([...kinds, ...of('topic', words.topics)]) };
}

interface Props {
  slug: string;
  /** The one that is changed; without it, one is added. */
  bridge?: ClubBridge;
  again(): Promise<void>;
  onClose(): void;
}

export function BridgeDialog({ slug, bridge, again, onClose }: Props) {
  const words = t().bridges;
  const draft = useSignal(bridge ? draftOf(bridge) : { ...NEW, lang: language.peek() });
  const secret = useSignal('');
  const send = async () => {
    const now = draft.value;
    const settings = settingsFrom(now);
    const done = bridge
      ? await act(slug, { t: 'change_bridge', bridge: bridge.id, settings, secret: now.secret })
      : await act(slug, { t: 'add_bridge', bridge: settings, secret: now.secret });
    if (done === null) return;
    await again();
    if (typeof done === 'string') secret.value = done;
    else onClose();
  };
  if (secret.value)
    return (
      <Dialog title={draft.value.name} onClose={onClose}>
        <Secret text={secret.value} />
      </Dialog>
    );
  return (
    <Dialog title={bridge ? bridge.settings.name : words.addTitle} onClose={onClose}>
      <form
        class="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <FormFields
          fields={fieldsFor(!bridge)}
          words={formWords()}
          draft={draft.value}
          put={(changes) => {
            draft.value = { ...draft.value, ...changes };
          }}
        />
        <button type="submit" class="primary">
          {bridge ? words.save : words.add}
        </button>
      </form>
    </Dialog>
  );
}

/** The secret with which a program knows that it is told the truth: shown once. */
function Secret({ text }: { text: string }) {
  const words = t().bridges;
  return (
    <>
      <p>{words.secretMade}</p>
      <div class="field-row">
        <label class="field">
          <span class="label">{words.secret}</span>
          <input
            type="text"
            name="made-secret"
            readOnly
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard?.writeText(text).then(
              () => toast.show(t().clubs.copied, 'good'),
              () => {},
            )
          }
        >
          {t().clubs.copy}
        </button>
      </div>
    </>
  );
}
