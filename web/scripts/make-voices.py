#!/usr/bin/env python3
"""Speaks the seconds of byoyomi for browsers without a voice of their own: one MP3 per language, a word in each slot.

English is read by flite's voice slt, Vietnamese by espeak-ng, Japanese by Open JTalk's voice Mei (CREDITS.md). Needs
flite, espeak-ng, ffmpeg, and `pip install numpy pyopenjtalk-plus`. The order of the words is that of `slotOf` in
`src/sound/voice.ts`, and SLOT_S is the same there. A word that does not end well before its slot does fails.
"""
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pyopenjtalk

RATE = 22050
SLOT_S = 1.6
#: Silence before a word, so that what an encoder adds does not push it into the slot before, and after it.
BEFORE_S, AFTER_S = 0.1, 0.2
VOICES = Path('src/assets/voices')

WORDS = {
    'en': 'ten seconds|twenty seconds|thirty seconds|forty seconds|fifty seconds'
    '|one|two|three|four|five|six|seven|eight|nine|ten'
    '|ten seconds left|twenty seconds left|thirty seconds left',
    'vi': 'mười giây|hai mươi giây|ba mươi giây|bốn mươi giây|năm mươi giây'
    '|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười'
    '|còn mười giây|còn hai mươi giây|còn ba mươi giây',
    'ja': '十秒|二十秒|三十秒|四十秒|五十秒'
    '|いち|に|さん|し|ご|ろく|しち|はち|きゅう|じゅう'
    '|残り十秒|残り二十秒|残り三十秒',
}


def samples(audio, *source):
    """What ffmpeg reads, at our rate."""
    raw = subprocess.run(
        ['ffmpeg', '-v', 'error', *source, '-i', '-', '-f', 's16le', '-ar', str(RATE), '-ac', '1', '-'],
        input=audio, capture_output=True, check=True).stdout
    return np.frombuffer(raw, dtype='<i2') / 32768


def english(word):
    with tempfile.NamedTemporaryFile(suffix='.wav') as file:
        subprocess.run(['flite', '-voice', 'slt', '--setf', 'duration_stretch=0.92', '-t', word, '-o', file.name], check=True)
        return samples(Path(file.name).read_bytes())


def vietnamese(word):
    spoken = subprocess.run(['espeak-ng', '-v', 'vi', '-s', '150', '-p', '45', '--stdout', word], capture_output=True, check=True)
    return samples(spoken.stdout)


def japanese(word):
    wave, rate = pyopenjtalk.tts(word, speed=0.85)
    return samples(wave.clip(-32768, 32767).astype('<i2').tobytes(), '-f', 's16le', '-ar', str(rate), '-ac', '1')


def slot(word, spoken):
    loud = np.where(np.abs(spoken) > 0.01 * np.abs(spoken).max())[0]
    spoken = spoken[max(0, loud[0] - 40) : loud[-1] + 400]
    # Equally loud to the ear, and never beyond full scale.
    level = np.sqrt(np.mean(spoken**2))
    spoken = spoken * min(0.16 / level, 0.92 / np.abs(spoken).max())
    fade = np.minimum(1, np.arange(len(spoken))[::-1] / 300)
    whole = np.zeros(int(SLOT_S * RATE))
    begin = int(BEFORE_S * RATE)
    end = begin + len(spoken)
    assert end <= (SLOT_S - AFTER_S) * RATE, f'{word} takes {len(spoken) / RATE:.2f} s'
    assert ' ' in word or '秒' in word or len(spoken) < 0.85 * RATE, f'{word} runs into the next second'
    whole[begin:end] = spoken * fade
    return whole, len(spoken) / RATE


for language, speak in {'en': english, 'vi': vietnamese, 'ja': japanese}.items():
    slots = [slot(word, speak(word)) for word in WORDS[language].split('|')]
    print(language, ' '.join(f'{length:.2f}' for _, length in slots))
    pcm = np.concatenate([it for it, _ in slots])
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-y', '-f', 's16le', '-ar', str(RATE), '-ac', '1', '-i', '-', '-b:a', '24k',
         '-map_metadata', '-1', '-id3v2_version', '0', str(VOICES / f'{language}.mp3')],
        input=(pcm * 32767).astype('<i2').tobytes(), check=True)
licence = Path(pyopenjtalk.__file__).parent / 'htsvoice' / 'LICENSE_mei_normal.htsvoice'
shutil.copy(licence, VOICES / 'ja-CC-BY.txt')
