#!/usr/bin/env python3
"""Draws the board's wood: straight vertical grain, seamless in height. Needs numpy and pillow."""
import numpy as np
from PIL import Image

W, H = 1024, 1024
rng = np.random.default_rng(20)


def noise(n, octaves, rough=0.55, wrap=False):
    """1-D value noise in [-1, 1] with `octaves` doublings."""
    out = np.zeros(n)
    amp, total = 1.0, 0.0
    for freq in octaves:
        points = rng.uniform(-1, 1, freq + 1)
        if wrap:
            points[-1] = points[0]
        xs = np.linspace(0, freq, n, endpoint=False)
        i = xs.astype(int)
        t = xs - i
        t = t * t * (3 - 2 * t)
        out += amp * (points[i] * (1 - t) + points[i + 1] * t)
        total += amp
        amp *= rough
    return out / total


x = np.arange(W)
y = np.arange(H)
# The rings lean a little, slowly, and come back at the bottom edge.
lean = noise(H, [2, 4], wrap=True) * 7
rows = []
grain = noise(W * 2, [18, 40, 90, 180, 400], rough=0.8)
fine = noise(W * 2, [300, 700, 1000], rough=0.9)
for j in y:
    pos = x + W / 2 + lean[j] * (0.6 + 0.4 * np.sin(x / W * 3.1))
    rows.append(np.interp(pos, np.arange(W * 2), grain) * 0.7 + np.interp(pos, np.arange(W * 2), fine) * 0.3)
g = np.array(rows)
# Short pores along the grain.
pores = rng.uniform(0, 1, (H, W))
k = 23
kernel = np.ones(k) / k
pores = np.apply_along_axis(lambda c: np.convolve(np.concatenate([c, c[: k - 1]]), kernel, 'valid'), 0, pores) - 0.5
v = g * 0.9 + pores * 0.9
light = np.array([240, 203, 138])
dark = np.array([205, 152, 84])
t = np.clip(0.42 - v * 0.55, 0, 1)[..., None]
img = light * (1 - t) + dark * t
Image.fromarray(img.clip(0, 255).astype('uint8')).resize((768, 768), Image.LANCZOS).save(
    'src/assets/textures/wood.webp', quality=62, method=6
)
