#!/usr/bin/env python3
"""Speaks the seconds of byoyomi for browsers without a voice of their own: one MP3 per language, a word in each slot.

Needs espeak-ng, ffmpeg and numpy. The order of the words is that of `WORDS` in `src/sound/voice.ts`.
"""
import io
import subprocess
import wave

import numpy as np

RATE = 22050
SLOT_S = 1.2
WORDS = {
    'en': ('en-us', 'ten seconds|twenty seconds|thirty seconds|forty seconds|fifty seconds|one|two|three|four|five|six|seven|eight|nine|ten'),
    'vi': ('vi', 'mười giây|hai mươi giây|ba mươi giây|bốn mươi giây|năm mươi giây|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười'),
    'ja': ('ja', 'じゅうびょう|にじゅうびょう|さんじゅうびょう|よんじゅうびょう|ごじゅうびょう|いち|に|さん|し|ご|ろく|しち|はち|きゅう|じゅう'),
}


def speak(voice, word):
    raw = subprocess.run(['espeak-ng', '-v', voice, '-s', '150', '-p', '45', '--stdout', word], capture_output=True, check=True)
    with wave.open(io.BytesIO(raw.stdout)) as file:
        # A streamed WAV does not know its length.
        samples = np.frombuffer(file.readframes(2**24), dtype='<i2') / 32768
    loud = np.where(np.abs(samples) > 0.01)[0]
    samples = samples[max(0, loud[0] - 40) : loud[-1] + 400]
    samples = samples * (0.85 / np.abs(samples).max())
    # A little silence first, so that what an encoder adds does not push a word into the slot before.
    samples = np.concatenate([np.zeros(int(0.1 * RATE)), samples])
    slot = np.zeros(int(SLOT_S * RATE))
    samples = samples[: len(slot)]
    slot[: len(samples)] = samples
    return slot


for language, (voice, words) in WORDS.items():
    pcm = np.concatenate([speak(voice, word) for word in words.split('|')])
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-y', '-f', 's16le', '-ar', str(RATE), '-ac', '1', '-i', '-', '-b:a', '32k',
         '-map_metadata', '-1', '-id3v2_version', '0', f'src/assets/voices/{language}.mp3'],
        input=(pcm * 32767).astype('<i2').tobytes(), check=True)
