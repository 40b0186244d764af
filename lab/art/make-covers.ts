/**
 * Draws the covers of the six articles. Run from the root of the repository:
 *
 *   npx tsx lab/art/make-covers.ts
 *
 * One motif throughout, two joined arcs: the partner's and the entrepreneur's.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brass, evergreen, hairline, ink, leaf, lightBrass, paper, sand } from './palette'
import { arc, box, disc, dome, line, onCircle, quarter, range, round, stroke } from './shapes'

const width = 1200
const height = 675

/** Article 1: a gauge of five arcs, as thick as the weights of the FICO factors, joined at 720. */
function gauge() {
  const cx = 600
  const cy = 570
  const joint = ((720 - 300) / (850 - 300)) * 180
  const factors = [
    { weight: 35, color: paper },
    { weight: 30, color: lightBrass },
    { weight: 15, color: sand },
    { weight: 10, color: brass },
    { weight: 10, color: hairline },
  ]
  const parts = [box(0, 0, width, height, evergreen)]
  for (const step of range(56)) {
    const degrees = (step / 55) * 180
    const major = step % 5 === 0
    const inner = onCircle(cx, cy, 464, degrees)
    const outer = onCircle(cx, cy, major ? 486 : 474, degrees)
    parts.push(line(inner.x, inner.y, outer.x, outer.y, major ? lightBrass : leaf, major ? 2.5 : 2))
  }
  let edge = 440
  for (const { weight, color } of factors) {
    const thickness = weight * 2.2
    const r = edge - thickness / 2
    const gap = (5 / r) * (180 / Math.PI)
    parts.push(arc(cx, cy, r, 0, joint - gap, stroke(color, thickness)))
    parts.push(arc(cx, cy, r, joint + gap, 180, stroke(leaf, thickness)))
    edge -= thickness + 12
  }
  const tip = onCircle(cx, cy, 486, joint)
  const hub = onCircle(cx, cy, 60, joint)
  parts.push(line(hub.x, hub.y, tip.x, tip.y, lightBrass, 2.5))
  parts.push(disc(tip.x, tip.y, 11, lightBrass))
  parts.push(arc(cx, cy, 60, 0, joint, stroke(lightBrass, 2.5)))
  parts.push(arc(cx, cy, 60, joint, 180, stroke(leaf, 2.5)))
  parts.push(line(96, cy + 14, width - 96, cy + 14, leaf, 2))
  return parts
}

/** Article 2: two ledgers that overlap, held together by rings of two arcs. */
function ledgers() {
  const length = 440
  const rowHeight = 44
  const entries = [0.82, 0.46, 0.64, 0.3, 0.92, 0.56, 0.72, 0.38, 0.86]
  const parts = [
    box(0, 0, width, height, sand),
    box(186, 84, 498, length, paper, 14),
    box(516, 151, 498, length, evergreen, 14),
    `<path d="M516 524V165a14 14 0 0 1 14-14H684V510a14 14 0 0 1-14 14Z" fill="${leaf}"/>`,
  ]
  for (const [row, entry] of entries.entries()) {
    const left = 84 + rowHeight * (row + 1)
    const right = 151 + rowHeight * (row + 1)
    const mirrored = entries[entries.length - 1 - row] ?? entry
    parts.push(line(222, left, left < 151 ? 648 : 516, left, hairline, 1.5))
    parts.push(line(right > 524 ? 552 : 684, right, 978, right, leaf, 1.5))
    parts.push(box(222, left - 22, 150 * entry, 8, evergreen, 4))
    parts.push(box(410 + 70 * (1 - mirrored), left - 22, 70 * mirrored, 8, brass, 4))
    parts.push(box(720, right - 22, 150 * mirrored, 8, sand, 4))
    parts.push(box(908 + 70 * (1 - entry), right - 22, 70 * entry, 8, lightBrass, 4))
  }
  for (const link of range(4)) {
    const y = 223.5 + link * 76
    parts.push(arc(600, y, 44, 0, 180, stroke(paper, 7)))
    parts.push(arc(600, y, 44, 0, -180, stroke(lightBrass, 7)))
  }
  return parts
}

/** Article 3: five ascending columns of quarter arcs, each joined to the next. */
function columns() {
  const tile = 104
  const pitch = 172
  const baseline = 592
  const left = (width - 4 * pitch - tile) / 2
  const pairs = [
    [evergreen, lightBrass],
    [leaf, sand],
    [brass, sand],
    [evergreen, sand],
    [leaf, lightBrass],
  ] as const
  const parts = [box(0, 0, width, height, paper)]
  for (const column of range(5)) {
    const x = left + column * pitch
    for (const storey of range(column + 1)) {
      const y = baseline - storey * tile
      const [outer, inner] = pairs[(column + storey) % pairs.length] ?? pairs[0]
      const fromLeft = storey % 2 === 0
      const cx = fromLeft ? x : x + tile
      if (storey < column) parts.push(box(x, y - tile, tile, tile, sand))
      parts.push(quarter(cx, y, tile, fromLeft, outer))
      parts.push(quarter(cx, y, 65, fromLeft, inner))
      parts.push(quarter(cx, y, 31, fromLeft, outer))
    }
  }
  parts.push(line(left - 72, baseline + 1, width - left + 72, baseline + 1, ink, 2))
  return parts
}

/** Article 4: a bridge of two arcs, and its reflection. */
function bridge() {
  const deck = 404
  const r = 252
  const girder = 20
  const spans = [
    { cx: 600 - r - girder / 2, near: evergreen, far: leaf },
    { cx: 600 + r + girder / 2, near: brass, far: lightBrass },
  ]
  const parts = [
    box(0, 0, width, height, sand),
    dome(600, deck, 176, paper),
    box(0, deck, width, height - deck, paper),
  ]
  for (const { cx, near, far } of spans) {
    for (const hanger of range(11)) {
      const offset = ((hanger + 1) / 12) * 2 * r - r
      const rise = Math.sqrt(r * r - offset * offset)
      parts.push(line(cx + offset, deck - rise, cx + offset, deck, near, 2))
    }
    parts.push(arc(cx, deck, r, 0, 180, stroke(near, girder)))
    for (const ripple of range(4)) {
      const size = r - 22 - ripple * 54
      const surface = (Math.asin(30 / size) * 180) / Math.PI
      const style = ripple === 0 ? stroke(far, 4) : stroke(hairline, 3)
      parts.push(arc(cx, deck, size, -surface, surface - 180, style))
    }
  }
  parts.push(box(0, deck - 7, width, 14, ink))
  return parts
}

/** Article 5: steps that rise, and an arc from each to the next. */
function steps() {
  const tread = 160
  const rise = 68
  const baseline = 592
  const left = (width - 6 * tread) / 2
  const fills = [sand, hairline, lightBrass, brass, leaf, evergreen]
  const tops = fills.map((fill, step) => ({
    fill,
    x: left + step * tread,
    y: baseline - 46 - step * rise,
  }))
  const parts = [box(0, 0, width, height, paper)]
  for (const [step, { fill, x, y }] of tops.entries()) {
    parts.push(box(x, y, tread, baseline - y, fill))
    parts.push(quarter(x, baseline, 40 + step * 24, true, paper, step < 2 ? 0.6 : 0.16))
  }
  for (const [step, { x, y }] of tops.entries()) {
    const next = tops[step + 1]
    if (!next) break
    const top = next.y - 62
    const middle = x + tread
    const rising = `M${x + tread / 2} ${y}A${tread / 2} ${y - top} 0 0 1 ${middle} ${top}`
    const falling = `M${middle} ${top}A${tread / 2} ${next.y - top} 0 0 1 ${middle + tread / 2} ${next.y}`
    parts.push(`<path d="${rising}" ${stroke(evergreen, 6)}/>`)
    parts.push(`<path d="${falling}" ${stroke(brass, 6)}/>`)
  }
  for (const { x, y } of tops) parts.push(dome(x + tread / 2, y, 13, ink))
  parts.push(line(left - 60, baseline + 1, width - left + 60, baseline + 1, ink, 2))
  return parts
}

/** Article 6: one road that divides, each branch leaving by two joined arcs. */
function paths() {
  const lanes = [
    { color: evergreen, leaves: 240, bend: 330, end: 900 },
    { color: lightBrass, leaves: 360, bend: 270, end: 970 },
    { color: leaf, leaves: 470, bend: 210, end: 1010 },
    { color: brass, leaves: 470, bend: 210, end: 1010 },
    { color: ink, leaves: 360, bend: 270, end: 970 },
    { color: evergreen, leaves: 240, bend: 330, end: 900 },
  ]
  const parts = [box(0, 0, width, height, sand)]
  for (const [lane, { color, leaves, bend, end }] of lanes.entries()) {
    const start = height / 2 + (lane - 2.5) * 26
    const goal = height / 2 + (lane - 2.5) * 98
    const turn = goal < start ? 0 : 1
    // Two equal arcs that share a tangent halfway between the two heights.
    const r = round((bend ** 2 + (goal - start) ** 2) / (4 * Math.abs(goal - start)))
    const halfway = `${leaves + bend / 2} ${round((start + goal) / 2)}`
    const arcs = `A${r} ${r} 0 0 ${turn} ${halfway}A${r} ${r} 0 0 ${1 - turn} ${leaves + bend} ${round(goal)}`
    parts.push(`<path d="M0 ${round(start)}H${leaves}${arcs}H${end}" ${stroke(color, 16)}/>`)
    parts.push(disc(end + 30, goal, 30, paper))
    parts.push(arc(end + 30, goal, 30, 0, 180, stroke(evergreen, 8)))
    parts.push(arc(end + 30, goal, 30, 0, -180, stroke(brass, 8)))
    parts.push(disc(end + 30, goal, 9, color))
  }
  return parts
}

const covers = [gauge, ledgers, columns, bridge, steps, paths]

const folder = fileURLToPath(new URL('../../client/public/covers/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const [index, draw] of covers.entries()) {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...draw(),
    '</svg>',
  ]
  writeFileSync(`${folder}article-${index + 1}.svg`, `${svg.join('\n')}\n`)
}
