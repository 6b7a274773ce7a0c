import type { Signal } from '@preact/signals';
import { aboutLanguage, LANGUAGES, language, languageName, t } from '../i18n/whole';
import { NOTATIONS, type NotationName } from '../shogi/notation';
import { beep, pieceSound } from '../sound/effects';
import { prepareVoice, sayCue } from '../sound/voice';
import { Segments, Select, Slider, Toggle } from '../ui/choice';
import { toast } from '../ui/toast';
import { LookForm } from './look-form';
import { CHECK_MODES, COUNTINGS, PIECE_SOUNDS, SECONDS_MODES, settings } from './settings';

/** Every setting there is, for the page and the dialog alike, which has a heading above more. */
export function SettingsForm({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  const words = t().settings;
  return (
    <>
      <Select
        label={words.language}
        name="language"
        options={[
          ['auto', words.themes.auto] as const,
          ...LANGUAGES.map((it) => [it, languageName(it)] as const),
        ]}
        value={settings.language.value}
        onChange={put(settings.language)}
      />
      {aboutLanguage(language.value).draft && <p class="note">{words.draft}</p>}
      <Segments
        label={words.theme}
        options={(['auto', 'light', 'dark'] as const).map((theme) => [theme, words.themes[theme]])}
        value={settings.theme.value}
        onChange={put(settings.theme)}
      />

      <section class="settings-group">
        <Heading>{words.board}</Heading>
        <LookForm />
        <SettingToggle label={words.promotedRed} setting={settings.promotedRed} />
        <Select
          label={words.notation}
          options={(['auto', ...Object.keys(NOTATIONS)] as (NotationName | 'auto')[]).map(
            (name) => [name, words.notations[name]] as const,
          )}
          value={settings.notation.value}
          onChange={put(settings.notation)}
        />
        <SettingToggle label={words.coordinates} setting={settings.coordinates} />
        <SettingToggle label={words.animation} setting={settings.animation} />
      </section>

      <section class="settings-group">
        <Heading>{words.play}</Heading>
        <SettingToggle label={words.showDests} setting={settings.showDests} />
        <SettingToggle label={words.confirmMoves} setting={settings.confirmMoves} />
        <SettingToggle label={words.zen} setting={settings.zen} />
        <Toggle
          label={words.notifications}
          value={settings.notifications.value}
          onChange={(on) => void allowNotifications(on)}
        />
      </section>

      <section class="settings-group">
        <Heading>{words.sound}</Heading>
        <Slider
          label={words.volume}
          value={settings.volume.value}
          onChange={(value) => {
            settings.volume.value = value;
            pieceSound();
          }}
        />
        <Segments
          label={words.pieceSound}
          options={PIECE_SOUNDS.map((sound) => [sound, words.pieceSounds[sound]])}
          value={settings.pieceSound.value}
          onChange={(sound) => {
            settings.pieceSound.value = sound;
            pieceSound();
          }}
        />
        <SettingToggle label={words.bells} setting={settings.bells} />
        <Segments
          label={words.checkSound}
          options={CHECK_MODES.map((mode) => [mode, words.checkModes[mode]])}
          value={settings.checkSound.value}
          onChange={put(settings.checkSound)}
        />
        <Segments
          label={words.seconds}
          options={SECONDS_MODES.map((mode) => [mode, words.secondsModes[mode]])}
          value={settings.seconds.value}
          onChange={(mode) => {
            settings.seconds.value = mode;
            if (mode === 'spoken') prepareVoice();
          }}
        />
        {settings.seconds.value === 'spoken' && (
          <Segments
            label={words.counting}
            options={COUNTINGS.map((counting) => [counting, words.countings[counting]])}
            value={settings.counting.value}
            onChange={put(settings.counting)}
          />
        )}
        {settings.seconds.value === 'spoken' && <p class="note">{words.voices}</p>}
        {settings.seconds.value !== 'off' && (
          <div class="row spread">
            <Segments
              label={words.secondsFor}
              options={(['mine', 'both'] as const).map((who) => [who, words.secondsForOptions[who]])}
              value={settings.secondsFor.value}
              onChange={put(settings.secondsFor)}
            />
            <button type="button" onClick={listen}>
              {words.secondsTest}
            </button>
          </div>
        )}
      </section>
    </>
  );
}

function SettingToggle({ label, setting }: { label: string; setting: Signal<boolean> }) {
  return <Toggle label={label} value={setting.value} onChange={put(setting)} />;
}

function put<T>(setting: Signal<T>): (value: T) => void {
  return (value) => {
    setting.value = value;
  };
}

/** Counts three seconds, as the clock would. */
function listen(): void {
  prepareVoice();
  for (const seconds of [1, 2, 3]) {
    const atMs = performance.now() + seconds * 1000 - 600;
    const said = settings.counting.value === 'up' ? seconds : 4 - seconds;
    if (settings.seconds.value === 'spoken') sayCue({ kind: 'count', seconds: said }, atMs);
    else beep(atMs);
  }
}

async function allowNotifications(on: boolean): Promise<void> {
  const allowed = on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  if (on && !allowed) toast.show(t().settings.notificationsBlocked, 'bad');
  settings.notifications.value = allowed;
}
