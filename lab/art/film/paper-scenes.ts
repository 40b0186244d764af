import { film } from '@/content/film'
import {
  approved,
  brass,
  evergreen,
  hairline,
  ink,
  leaf,
  lightBrass,
  muted,
  sand,
  waiting,
} from '../palette'
import { box } from '../shapes'
import { card, gauge, group, pill, serif, text, tick } from './figures'
import { panel, stage } from './stage'
import { between, glided, linear, moved } from './timing'

const scoreRange = { lowest: 300, highest: 850, shown: 742 }
const shareOfGauge =
  (scoreRange.shown - scoreRange.lowest) / (scoreRange.highest - scoreRange.lowest)

/** A credit report about its middle, its gauge filled by a share of the shown score. */
function report(share: number): string[] {
  const score = Math.round(between(scoreRange.lowest, scoreRange.shown, share))
  const rows = [0.9, 0.62, 0.78, 0.5]
  return [
    card(-140, -190, 280, 380, 16),
    box(-108, -160, 92, 9, evergreen, 4),
    box(-108, -142, 60, 9, hairline, 4),
    group(gauge(78, share * shareOfGauge), { y: 0 }),
    text(0, -2, String(score), {
      size: 50,
      family: serif,
      weight: 460,
      color: ink,
      anchor: 'middle',
      spacing: -1,
    }),
    text(0, 32, 'Credit score', { size: 17, weight: 500, color: muted, anchor: 'middle' }),
    ...rows.map((row, index) => box(-108, 72 + index * 26, 216 * row, 9, sand, 4)),
  ]
}

export function drawProof(t: number): string {
  const arrives = moved(t, 0.2, 1)
  const sent = linear(t, 3.9, 1.4)
  const bar = moved(t, 3.5, 0.5)
  const barWidth = 280
  const words = { step: 1, ...film.proof }
  return stage(t, words, [
    group(report(glided(t, 0.9, 1.9)), {
      x: panel.middle,
      y: 334 - 24 * bar + 60 * (1 - arrives),
      opacity: arrives,
    }),
    group(
      [
        box(-barWidth / 2, 0, barWidth, 10, hairline, 5),
        box(-barWidth / 2, 0, Math.max(10, barWidth * sent), 10, leaf, 5),
      ],
      { x: panel.middle, y: 534, opacity: bar },
    ),
    group(tick(30, leaf, moved(t, 5.3, 0.7)), { x: panel.middle + 136, y: 130 }),
  ])
}

const checks = ['Contact information', 'Credit report', 'Credit score']

export function drawReview(t: number): string {
  const isApproved = moved(t, 5.1, 0.5)
  const scan = (glided(t, 0.8, 1.6) - glided(t, 2.6, 1.6)) * 300
  const isScanning = moved(t, 0.7, 0.3) * (1 - moved(t, 4.2, 0.4))
  const words = { step: 2, ...film.review }
  return stage(t, words, [
    group(report(1), { x: 766, y: 334, scale: 0.86 }),
    group([box(-140, 0, 280, 3, brass), box(-140, -26, 280, 26, lightBrass)], {
      x: 766,
      y: 186 + scan,
      scale: 0.86,
      opacity: isScanning * 0.45,
    }),
    ...checks.map((label, index) => {
      const enters = moved(t, 0.9 + index * 0.2, 0.6)
      const done = moved(t, 1.9 + index * 0.9, 0.6)
      return group(
        [
          `<circle r="16" fill="none" stroke="${hairline}" stroke-width="3"/>`,
          ...tick(17, leaf, done),
          text(32, 7, label, { size: 20, weight: 500, color: ink }),
        ],
        { x: 932 + 16 * (1 - enters), y: 236 + index * 64, opacity: enters },
      )
    }),
    group(pill('Under review', 184, waiting), {
      x: 1008,
      y: 448,
      opacity: moved(t, 1.2, 0.5) * (1 - isApproved),
    }),
    group(pill('Approved', 148, approved), {
      x: 990,
      y: 448,
      scale: between(0.9, 1, isApproved),
      opacity: isApproved,
    }),
  ])
}
