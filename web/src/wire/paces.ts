// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/rating. Do not edit.

import type { Clock, Speed } from './generated';

/** How fast games on some clocks are (§6.2), and how long a side is expected to think (§6.6). */
export const PACES: { clock: Clock; speed: Speed; expected_ms: number }[] = [
  {
    clock: { byoyomi_ms: 30000, kind: 'byoyomi', main_ms: 600000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1500000,
  },
  { clock: { kind: 'sudden_death', main_ms: 600000 }, speed: 'rapid', expected_ms: 600000 },
  { clock: { increment_ms: 5000, kind: 'fischer', main_ms: 300000 }, speed: 'rapid', expected_ms: 600000 },
  { clock: { kind: 'stopwatch', main_minutes: 60 }, speed: 'classical', expected_ms: 5400000 },
  { clock: { kind: 'sudden_death', main_ms: 60000 }, speed: 'bullet', expected_ms: 60000 },
  {
    clock: { byoyomi_ms: 1000, kind: 'byoyomi', main_ms: 60000, periods: 1 },
    speed: 'bullet',
    expected_ms: 90000,
  },
  { clock: { increment_ms: 1000, kind: 'fischer', main_ms: 60000 }, speed: 'bullet', expected_ms: 120000 },
  {
    clock: { byoyomi_ms: 5000, kind: 'byoyomi', main_ms: 60000, periods: 1 },
    speed: 'blitz',
    expected_ms: 210000,
  },
  { clock: { increment_ms: 5000, kind: 'fischer', main_ms: 60000 }, speed: 'blitz', expected_ms: 360000 },
  {
    clock: { byoyomi_ms: 10000, kind: 'byoyomi', main_ms: 60000, periods: 1 },
    speed: 'rapid',
    expected_ms: 360000,
  },
  { clock: { increment_ms: 10000, kind: 'fischer', main_ms: 60000 }, speed: 'rapid', expected_ms: 660000 },
  {
    clock: { byoyomi_ms: 30000, kind: 'byoyomi', main_ms: 60000, periods: 1 },
    speed: 'rapid',
    expected_ms: 960000,
  },
  { clock: { increment_ms: 30000, kind: 'fischer', main_ms: 60000 }, speed: 'rapid', expected_ms: 1860000 },
  {
    clock: { byoyomi_ms: 60000, kind: 'byoyomi', main_ms: 60000, periods: 1 },
    speed: 'classical',
    expected_ms: 1860000,
  },
  {
    clock: { increment_ms: 60000, kind: 'fischer', main_ms: 60000 },
    speed: 'classical',
    expected_ms: 3660000,
  },
  { clock: { kind: 'sudden_death', main_ms: 180000 }, speed: 'blitz', expected_ms: 180000 },
  {
    clock: { byoyomi_ms: 1000, kind: 'byoyomi', main_ms: 180000, periods: 1 },
    speed: 'blitz',
    expected_ms: 210000,
  },
  { clock: { increment_ms: 1000, kind: 'fischer', main_ms: 180000 }, speed: 'blitz', expected_ms: 240000 },
  {
    clock: { byoyomi_ms: 5000, kind: 'byoyomi', main_ms: 180000, periods: 1 },
    speed: 'blitz',
    expected_ms: 330000,
  },
  { clock: { increment_ms: 5000, kind: 'fischer', main_ms: 180000 }, speed: 'blitz', expected_ms: 480000 },
  {
    clock: { byoyomi_ms: 10000, kind: 'byoyomi', main_ms: 180000, periods: 1 },
    speed: 'rapid',
    expected_ms: 480000,
  },
  { clock: { increment_ms: 10000, kind: 'fischer', main_ms: 180000 }, speed: 'rapid', expected_ms: 780000 },
  {
    clock: { byoyomi_ms: 30000, kind: 'byoyomi', main_ms: 180000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1080000,
  },
  { clock: { increment_ms: 30000, kind: 'fischer', main_ms: 180000 }, speed: 'rapid', expected_ms: 1980000 },
  {
    clock: { byoyomi_ms: 60000, kind: 'byoyomi', main_ms: 180000, periods: 1 },
    speed: 'classical',
    expected_ms: 1980000,
  },
  {
    clock: { increment_ms: 60000, kind: 'fischer', main_ms: 180000 },
    speed: 'classical',
    expected_ms: 3780000,
  },
  { clock: { kind: 'sudden_death', main_ms: 540000 }, speed: 'blitz', expected_ms: 540000 },
  {
    clock: { byoyomi_ms: 1000, kind: 'byoyomi', main_ms: 540000, periods: 1 },
    speed: 'rapid',
    expected_ms: 570000,
  },
  { clock: { increment_ms: 1000, kind: 'fischer', main_ms: 540000 }, speed: 'rapid', expected_ms: 600000 },
  {
    clock: { byoyomi_ms: 5000, kind: 'byoyomi', main_ms: 540000, periods: 1 },
    speed: 'rapid',
    expected_ms: 690000,
  },
  { clock: { increment_ms: 5000, kind: 'fischer', main_ms: 540000 }, speed: 'rapid', expected_ms: 840000 },
  {
    clock: { byoyomi_ms: 10000, kind: 'byoyomi', main_ms: 540000, periods: 1 },
    speed: 'rapid',
    expected_ms: 840000,
  },
  { clock: { increment_ms: 10000, kind: 'fischer', main_ms: 540000 }, speed: 'rapid', expected_ms: 1140000 },
  {
    clock: { byoyomi_ms: 30000, kind: 'byoyomi', main_ms: 540000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1440000,
  },
  { clock: { increment_ms: 30000, kind: 'fischer', main_ms: 540000 }, speed: 'rapid', expected_ms: 2340000 },
  {
    clock: { byoyomi_ms: 60000, kind: 'byoyomi', main_ms: 540000, periods: 1 },
    speed: 'classical',
    expected_ms: 2340000,
  },
  {
    clock: { increment_ms: 60000, kind: 'fischer', main_ms: 540000 },
    speed: 'classical',
    expected_ms: 4140000,
  },
  { clock: { kind: 'sudden_death', main_ms: 900000 }, speed: 'rapid', expected_ms: 900000 },
  {
    clock: { byoyomi_ms: 1000, kind: 'byoyomi', main_ms: 900000, periods: 1 },
    speed: 'rapid',
    expected_ms: 930000,
  },
  { clock: { increment_ms: 1000, kind: 'fischer', main_ms: 900000 }, speed: 'rapid', expected_ms: 960000 },
  {
    clock: { byoyomi_ms: 5000, kind: 'byoyomi', main_ms: 900000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1050000,
  },
  { clock: { increment_ms: 5000, kind: 'fischer', main_ms: 900000 }, speed: 'rapid', expected_ms: 1200000 },
  {
    clock: { byoyomi_ms: 10000, kind: 'byoyomi', main_ms: 900000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1200000,
  },
  { clock: { increment_ms: 10000, kind: 'fischer', main_ms: 900000 }, speed: 'rapid', expected_ms: 1500000 },
  {
    clock: { byoyomi_ms: 30000, kind: 'byoyomi', main_ms: 900000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1800000,
  },
  { clock: { increment_ms: 30000, kind: 'fischer', main_ms: 900000 }, speed: 'rapid', expected_ms: 2700000 },
  {
    clock: { byoyomi_ms: 60000, kind: 'byoyomi', main_ms: 900000, periods: 1 },
    speed: 'classical',
    expected_ms: 2700000,
  },
  {
    clock: { increment_ms: 60000, kind: 'fischer', main_ms: 900000 },
    speed: 'classical',
    expected_ms: 4500000,
  },
  { clock: { kind: 'sudden_death', main_ms: 1800000 }, speed: 'rapid', expected_ms: 1800000 },
  {
    clock: { byoyomi_ms: 1000, kind: 'byoyomi', main_ms: 1800000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1830000,
  },
  { clock: { increment_ms: 1000, kind: 'fischer', main_ms: 1800000 }, speed: 'rapid', expected_ms: 1860000 },
  {
    clock: { byoyomi_ms: 5000, kind: 'byoyomi', main_ms: 1800000, periods: 1 },
    speed: 'rapid',
    expected_ms: 1950000,
  },
  { clock: { increment_ms: 5000, kind: 'fischer', main_ms: 1800000 }, speed: 'rapid', expected_ms: 2100000 },
  {
    clock: { byoyomi_ms: 10000, kind: 'byoyomi', main_ms: 1800000, periods: 1 },
    speed: 'rapid',
    expected_ms: 2100000,
  },
  { clock: { increment_ms: 10000, kind: 'fischer', main_ms: 1800000 }, speed: 'rapid', expected_ms: 2400000 },
  {
    clock: { byoyomi_ms: 30000, kind: 'byoyomi', main_ms: 1800000, periods: 1 },
    speed: 'classical',
    expected_ms: 2700000,
  },
  {
    clock: { increment_ms: 30000, kind: 'fischer', main_ms: 1800000 },
    speed: 'classical',
    expected_ms: 3600000,
  },
  {
    clock: { byoyomi_ms: 60000, kind: 'byoyomi', main_ms: 1800000, periods: 1 },
    speed: 'classical',
    expected_ms: 3600000,
  },
  {
    clock: { increment_ms: 60000, kind: 'fischer', main_ms: 1800000 },
    speed: 'classical',
    expected_ms: 5400000,
  },
  { clock: { kind: 'sudden_death', main_ms: 3600000 }, speed: 'classical', expected_ms: 3600000 },
  {
    clock: { byoyomi_ms: 1000, kind: 'byoyomi', main_ms: 3600000, periods: 1 },
    speed: 'classical',
    expected_ms: 3630000,
  },
  {
    clock: { increment_ms: 1000, kind: 'fischer', main_ms: 3600000 },
    speed: 'classical',
    expected_ms: 3660000,
  },
  {
    clock: { byoyomi_ms: 5000, kind: 'byoyomi', main_ms: 3600000, periods: 1 },
    speed: 'classical',
    expected_ms: 3750000,
  },
  {
    clock: { increment_ms: 5000, kind: 'fischer', main_ms: 3600000 },
    speed: 'classical',
    expected_ms: 3900000,
  },
  {
    clock: { byoyomi_ms: 10000, kind: 'byoyomi', main_ms: 3600000, periods: 1 },
    speed: 'classical',
    expected_ms: 3900000,
  },
  {
    clock: { increment_ms: 10000, kind: 'fischer', main_ms: 3600000 },
    speed: 'classical',
    expected_ms: 4200000,
  },
  {
    clock: { byoyomi_ms: 30000, kind: 'byoyomi', main_ms: 3600000, periods: 1 },
    speed: 'classical',
    expected_ms: 4500000,
  },
  {
    clock: { increment_ms: 30000, kind: 'fischer', main_ms: 3600000 },
    speed: 'classical',
    expected_ms: 5400000,
  },
  {
    clock: { byoyomi_ms: 60000, kind: 'byoyomi', main_ms: 3600000, periods: 1 },
    speed: 'classical',
    expected_ms: 5400000,
  },
  {
    clock: { increment_ms: 60000, kind: 'fischer', main_ms: 3600000 },
    speed: 'classical',
    expected_ms: 7200000,
  },
];
