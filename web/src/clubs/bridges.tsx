/** A club's bridges: the chats of groups elsewhere, and the programs, in which its news is told. */

import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { SureButton } from '../ui/dialog';
import { useFresh } from '../ui/loaded';
import { WhenPart } from '../ui/page';
import { toast } from '../ui/toast';
import type { ClubBridge, ClubBridges } from '../wire/generated';
import { BridgeDialog } from './bridge-dialog';
import { act, bridgesOf } from './club-api';
import { timeText } from './words';

/** How often it is looked whether something has arrived, in milliseconds. */
const LOOK_EVERY_MS = 700;

/** How often it is looked after a trial at most. */
const LOOKS = 20;

export function Bridges({ slug }: { slug: string }) {
  const words = t().bridges;
  const found = useFresh(() => bridgesOf(slug), [slug]);
  return (
    <section class="card" id="bridges">
      <h2>{words.title}</h2>
      <p class="note">{words.lead}</p>
      <WhenPart of={found}>{(known) => <Known slug={slug} known={known} again={found.again} />}</WhenPart>
    </section>
  );
}

interface KnownProps {
  slug: string;
  known: ClubBridges;
  again(): Promise<void>;
}

function Known({ slug, known, again }: KnownProps) {
  const words = t().bridges;
  const adds = useSignal(false);
  if (!known.allowed) return <p class="note">{words.off}</p>;
  return (
    <>
      <ul class="club-lines">
        {known.bridges.map((it) => (
          <Line key={it.id} slug={slug} bridge={it} again={again} />
        ))}
      </ul>
      <p class="note">{words.privacy}</p>
      {known.bridges.length < known.most && (
        <div class="row">
          <button
            type="button"
            name="add-bridge"
            onClick={() => {
              adds.value = true;
            }}
          >
            {words.add}
          </button>
        </div>
      )}
      {adds.value && (
        <BridgeDialog
          slug={slug}
          again={again}
          onClose={() => {
            adds.value = false;
          }}
        />
      )}
    </>
  );
}

/** How things stand with a bridge, and what is to be done where nothing arrives. */
function stateText({ sent_ms, fault, fault_ms, paused_ms, n_waiting }: ClubBridge): string {
  const words = t().bridges;
  if (paused_ms !== null) return words.paused(timeText(paused_ms));
  if (fault !== null) return words.failing(timeText(fault_ms ?? 0));
  if (n_waiting > 0) return words.waiting(n_waiting);
  return sent_ms === null ? words.untried : words.arrived(timeText(sent_ms));
}

function Line({ slug, bridge, again }: { slug: string; bridge: ClubBridge; again(): Promise<void> }) {
  const words = t().bridges;
  const tries = useSignal(false);
  const edits = useSignal(false);
  const { settings, fault } = bridge;
  const attempt = async () => {
    tries.value = true;
    if (await act(slug, { t: 'try_bridge', bridge: bridge.id })) await outcome(slug, bridge.id);
    await again();
    tries.value = false;
  };
  const topics = settings.topics.map((it) => words.topics[it]);
  return (
    <li class="bridge">
      <div>
        <strong>{settings.name}</strong>
        <p class="note">{noted([words.kinds[settings.kind], settings.target || settings.host, ...topics])}</p>
        <p class={fault === null ? 'note' : 'warning'} role="status">
          {stateText(bridge)} {fault !== null && words.faults[fault]}
        </p>
      </div>
      <div class="row">
        <button type="button" disabled={tries.value} onClick={() => void attempt()}>
          {words.trial}
        </button>
        <button
          type="button"
          onClick={() => {
            edits.value = true;
          }}
        >
          {words.edit}
        </button>
        <SureButton
          class="danger"
          title={words.removeSure(settings.name)}
          yes={words.remove}
          onYes={async () => {
            await act(slug, { t: 'remove_bridge', bridge: bridge.id });
            await again();
          }}
        />
      </div>
      {edits.value && (
        <BridgeDialog
          slug={slug}
          bridge={bridge}
          again={again}
          onClose={() => {
            edits.value = false;
          }}
        />
      )}
    </li>
  );
}

/** Waits for what becomes of a trial message, and says it. */
async function outcome(slug: string, id: string): Promise<void> {
  const words = t().bridges;
  for (let i = 0; i < LOOKS; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const found = await bridgesOf(slug).catch(() => null);
    const bridge = found?.bridges.find((it) => it.id === id);
    if (!bridge || bridge.n_waiting > 0) continue;
    if (bridge.fault === null) toast.show(words.trialArrived, 'good');
    else toast.show(words.faults[bridge.fault], 'bad');
    return;
  }
  toast.show(words.trialWaits);
}
