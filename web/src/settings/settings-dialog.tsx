import type { Signal } from '@preact/signals';
import { FACE_SETS } from '../board/faces';
import { LANGUAGES, t } from '../i18n';
import { NOTATIONS, type NotationName } from '../shogi/notation';
import { Segments, Select, Toggle } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { settings } from './settings';

const LANGUAGE_NAMES = { vi: 'Tiếng Việt', en: 'English', ja: '日本語' };

export function SettingsDialog({ onClose }: { onClose(): void }) {
  const words = t().settings;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Segments
        label={words.language}
        options={[
          ...LANGUAGES.map((it) => [it, LANGUAGE_NAMES[it]] as const),
          ['auto', words.themes.auto] as const,
        ]}
        value={settings.language.value}
        onChange={put(settings.language)}
      />
      <Segments
        label={words.theme}
        options={[
          ['auto', words.themes.auto],
          ['light', words.themes.light],
          ['dark', words.themes.dark],
        ]}
        value={settings.theme.value}
        onChange={put(settings.theme)}
      />
      <div class="columns">
        <Select
          label={words.pieces}
          options={FACE_SETS.map((set) => [set, words.faceSets[set]] as const)}
          value={settings.pieces.value}
          onChange={put(settings.pieces)}
        />
        <Select
          label={words.notation}
          options={(['auto', ...Object.keys(NOTATIONS)] as (NotationName | 'auto')[]).map(
            (name) => [name, words.notations[name]] as const,
          )}
          value={settings.notation.value}
          onChange={put(settings.notation)}
        />
      </div>
      <div>
        <Toggle
          label={words.promotedRed}
          value={settings.promotedRed.value}
          onChange={put(settings.promotedRed)}
        />
        <Toggle
          label={words.coordinates}
          value={settings.coordinates.value}
          onChange={put(settings.coordinates)}
        />
        <Toggle label={words.animation} value={settings.animation.value} onChange={put(settings.animation)} />
        <Toggle label={words.showDests} value={settings.showDests.value} onChange={put(settings.showDests)} />
        <Toggle
          label={words.confirmMoves}
          value={settings.confirmMoves.value}
          onChange={put(settings.confirmMoves)}
        />
      </div>
    </Dialog>
  );
}

function put<T>(setting: Signal<T>): (value: T) => void {
  return (value) => {
    setting.value = value;
  };
}
