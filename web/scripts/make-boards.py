#!/usr/bin/env python3
"""Draws what boards are made of: three woods with straight grain, paper with fibres, a mat of rushes. Needs numpy and pillow.

Everything comes from fixed seeds: the same script draws the same pictures.
"""
import numpy as np
from PIL import Image, ImageFilter

SIDE = 1024


def noise(rng, n, octaves, rough=0.55):
    """1-D value noise in [-1, 1] with `octaves` knots; it ends as it begins."""
    out = np.zeros(n)
    amp, total = 1.0, 0.0
    for freq in octaves:
        points = rng.uniform(-1, 1, freq + 1)
        points[-1] = points[0]
        xs = np.linspace(0, freq, n, endpoint=False)
        i = xs.astype(int)
        t = xs - i
        t = t * t * (3 - 2 * t)
        out += amp * (points[i] * (1 - t) + points[i + 1] * t)
        total += amp
        amp *= rough
    return out / total


def smooth(field, k, axis):
    """A running mean over `k` pixels, around the edges."""
    kernel = np.zeros(field.shape[axis])
    kernel[:k] = 1 / k
    shape = [1, 1]
    shape[axis] = -1
    spectrum = np.fft.fft(field, axis=axis) * np.fft.fft(kernel).reshape(shape)
    return np.real(np.fft.ifft(spectrum, axis=axis))


def save(name, image, side, quality):
    """As small as it looks well: what is fine in it is finer than a screen's pixels."""
    picture = Image.fromarray(image.clip(0, 255).astype('uint8')).resize((side, side), Image.LANCZOS)
    picture.save(f'src/assets/textures/{name}.webp', quality=quality, method=6)
    mean = np.asarray(picture).reshape(-1, 3).mean(axis=0).astype(int)
    print(name, '#%02x%02x%02x' % tuple(mean))


def wood(name, seed, light, dark, rings, contrast, lean, pores, sharp=0.5, quality=60):
    """Straight grain: rings cut lengthwise, dark where a year ends, and short pores along them."""
    rng = np.random.default_rng(seed)
    x = np.arange(SIDE)
    y = np.arange(SIDE)
    # Rings lie closer on one side, as in a board cut beside the heart.
    spread = x / SIDE + 0.16 * np.sin(x / SIDE * np.pi)
    years = spread * rings + 0.5 * noise(rng, SIDE, [7, 15], 0.6)
    bend = (noise(rng, SIDE, [2, 3, 6]) * lean)[:, None] * (0.5 + 0.5 * np.sin(x / SIDE * 2.6 + 0.4))[None, :]
    phase = np.interp(x[None, :] + bend, np.arange(SIDE), years).reshape(SIDE, SIDE) if lean else np.tile(years, (SIDE, 1))
    within = phase % 1
    # A year grows slowly darker and ends at once.
    late = within ** (1 / (1 - sharp) if sharp < 1 else 8)
    strength = np.interp(phase, np.arange(rings + 4), rng.uniform(0.35, 1, rings + 4))
    broad = np.interp(x[None, :] + bend, np.arange(SIDE), noise(rng, SIDE, [3, 6, 11])).reshape(SIDE, SIDE)
    fine = smooth(rng.uniform(-1, 1, (SIDE, SIDE)), 61, 0)
    short = smooth(rng.uniform(0, 1, (SIDE, SIDE)) ** 14, 19, 0)
    v = 0.52 * late * strength + 0.2 * broad + pores * (2.2 * fine + 1.4 * (short - short.mean()))
    # Once more along the height, so that light and shade are not one stripe from edge to edge.
    v += 0.05 * noise(rng, SIDE, [2, 3])[:, None]
    t = np.clip(0.25 + contrast * v, 0, 1)[..., None]
    light, dark = np.array(light), np.array(dark)
    save(name, light * (1 - t) + dark * t, 768, quality)


def washi():
    """Paper of mulberry: long fibres that cross, some of them bright, and clouds where the sheet is thicker."""
    rng = np.random.default_rng(31)
    cloud = rng.uniform(-1, 1, (SIDE, SIDE))
    for k in (181, 97):
        cloud = smooth(smooth(cloud, k, 0), k, 1)
    cloud /= np.abs(cloud).max()
    fibres = np.zeros((SIDE, SIDE))
    for _ in range(900):
        x, y = rng.uniform(0, SIDE, 2)
        turn, bend, length = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.007), rng.integers(60, 260)
        weight = rng.choice([-1, 1], p=[0.45, 0.55]) * rng.uniform(0.3, 1.2)
        steps = np.arange(length)
        angles = turn + bend * steps
        xs = (x + np.cumsum(np.cos(angles))).astype(int) % SIDE
        ys = (y + np.cumsum(np.sin(angles))).astype(int) % SIDE
        for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
            fibres[(ys + dy) % SIDE, (xs + dx) % SIDE] += weight * np.sin(np.linspace(0, np.pi, length))
    blurred = np.asarray(Image.fromarray(((fibres + 3) * 42).clip(0, 255).astype('uint8')).filter(ImageFilter.GaussianBlur(0.9)))
    v = 3 * cloud + (blurred / 42.0 - 3) * 8
    save('washi', np.array([240, 231, 211])[None, None, :] + v[..., None] * np.array([1, 1, 1.15]), 640, 68)


def tatami():
    """Rushes woven over hemp: bundles side by side, each rush a little different, pressed down in rows."""
    rng = np.random.default_rng(8)
    pitch, n = 12, SIDE // 12 + 1
    x = np.arange(SIDE)
    y = np.arange(SIDE)
    row = (y // pitch) % n
    across = (y % pitch) / pitch
    # Every rush is round.
    round_ = np.sin(across * np.pi) ** 0.8
    tint = rng.uniform(-1, 1, n)[row]
    knots = 52
    weave = 0.5 + 0.5 * np.cos((x[None, :] / knots + (row % 2)[:, None] * 0.5) * 2 * np.pi)
    along = smooth(rng.uniform(-1, 1, (SIDE, SIDE)), 45, 1) * 6
    v = 0.62 * round_[:, None] + 0.13 * tint[:, None] + 0.2 * weave**3 + 0.16 * along
    dark, light = np.array([148, 150, 92]), np.array([205, 201, 142])
    t = np.clip(v, 0, 1.05)[..., None]
    save('tatami', dark * (1 - t) + light * t, 640, 46)


wood('kaya', 20, [243, 208, 142], [207, 154, 84], 36, 0.78, 11, 0.5, sharp=0.45, quality=52)
wood('shinkaya', 5, [248, 228, 184], [224, 188, 130], 44, 0.8, 5, 0.35, sharp=0.4, quality=50)
wood('keyaki', 12, [146, 88, 47], [74, 38, 18], 17, 1.15, 34, 0.75, sharp=0.62, quality=52)
washi()
tatami()
