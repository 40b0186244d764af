import { film } from '@/content/film'
import {
  brass,
  brassText,
  evergreen,
  hairline,
  ink,
  leaf,
  lightBrass,
  muted,
  paper,
  sand,
} from '../palette'
import { arc, box, range, stroke } from '../shapes'
import { card, clasp, coin, drawn, group, person, serif, text, tick } from './figures'
import { panel, stage } from './stage'
import { between, glided, moved } from './timing'

const label = (x: number, y: number, name: string) =>
  text(x, y, name, { size: 20, weight: 500, color: ink, anchor: 'middle' })

const candidates = [
  { y: 238, body: leaf, head: sand, isChosen: false },
  { y: 378, body: brass, head: lightBrass, isChosen: true },
  { y: 518, body: muted, head: sand, isChosen: false },
]

export function drawMatching(t: number): string {
  const chosen = glided(t, 3, 1.1)
  const words = { step: 3, ...film.matching }
  const partner = { x: between(712, 726, chosen), y: between(398, 448, chosen) }
  return stage(t, words, [
    ...candidates.map(({ y, isChosen }, index) => {
      const path = `M790 350C880 350 920 ${y - 46} 1000 ${y - 46}`
      const strength = isChosen ? 1 - moved(t, 3, 0.5) : 1 - moved(t, 2.6, 0.5)
      return group(
        [drawn(path, isChosen ? brass : hairline, 4, glided(t, 0.9 + index * 0.35, 1))],
        {
          opacity: strength,
        },
      )
    }),
    group(person(evergreen, leaf), {
      ...partner,
      scale: between(1, 1.08, chosen),
      opacity: moved(t, 0.2, 0.7),
    }),
    ...candidates.map(({ y, body, head, isChosen }, index) => {
      const enters = moved(t, 0.4 + index * 0.18, 0.7)
      return group(person(body, head === sand ? hairline : head), {
        x: isChosen ? between(1082, 1074, chosen) : 1082 + 40 * moved(t, 2.6, 0.6),
        y: isChosen ? between(y + 12, 448, chosen) : y,
        scale: isChosen ? between(0.7, 1.08, chosen) : 0.7,
        opacity: isChosen ? enters : enters * (1 - moved(t, 2.6, 0.6)),
      })
    }),
    group(clasp(glided(t, 3.7, 0.9), glided(t, 4.3, 0.9), false), {
      x: panel.middle,
      y: 366,
      scale: 0.9,
    }),
    group([label(726, 494, 'You'), label(1074, 494, 'Entrepreneur')], {
      opacity: moved(t, 4, 0.6),
    }),
  ])
}

const seats = [
  { name: 'You', body: evergreen, head: leaf, surface: '#E3EAE2' },
  { name: 'Entrepreneur', body: brass, head: lightBrass, surface: '#F6ECD8' },
  { name: 'Our support team', body: muted, head: hairline, surface: sand },
]

export function drawMeeting(t: number): string {
  const opens = moved(t, 0.2, 0.9)
  const words = { step: 4, ...film.meeting }
  return stage(t, words, [
    group(
      [
        card(-248, -196, 496, 392, 18),
        ...range(3).map(
          (dot) => `<circle cx="${-222 + dot * 20}" cy="-172" r="5" fill="${hairline}"/>`,
        ),
        ...seats.map((seat, index) => drawSeat(t, seat, index)),
      ],
      { x: panel.middle, y: 334, scale: between(0.94, 1, opens), opacity: opens },
    ),
  ])
}

/** Two seats above, the support team's beside their answers below. */
function drawSeat(t: number, seat: (typeof seats)[number], index: number): string {
  const isBelow = index === 2
  const size = { w: isBelow ? 464 : 226, h: isBelow ? 138 : 188 }
  const x = index === 1 ? 119 : isBelow ? 0 : -119
  const y = isBelow ? 112 : -58
  const talks = glided(t, 1.4 + index * 1.2, 0.3) - glided(t, 2.5 + index * 1.2, 0.3)
  const wave = 0.5 + 0.5 * Math.sin(t * 7)
  const accepts = isBelow ? 0 : moved(t, 5 + index * 0.4, 0.7)
  const at = isBelow ? -130 : 0
  return group(
    [
      box(-size.w / 2, -size.h / 2, size.w, size.h, seat.surface, 12),
      group(person(seat.body, seat.head), { x: at, y: size.h / 2, scale: isBelow ? 0.72 : 0.86 }),
      ...range(2).map((ring) =>
        group([arc(0, 0, 22 + ring * 13, 135, 225, stroke(evergreen, 5))], {
          x: at + 34,
          y: size.h / 2 - (isBelow ? 78 : 96),
          opacity: talks * (ring === 0 ? 1 : 0.25 + 0.75 * wave),
        }),
      ),
      isBelow
        ? text(-40, 7, seat.name, { size: 20, weight: 500, color: ink })
        : `${box(-size.w / 2 + 10, -size.h / 2 + 10, seat.name.length * 8.6 + 20, 28, paper, 8)}${text(-size.w / 2 + 20, -size.h / 2 + 30, seat.name, { size: 16, weight: 500, color: ink })}`,
      group(tick(20, leaf, accepts), { x: size.w / 2 - 32, y: size.h / 2 - 32 }),
    ],
    { x, y },
  )
}

const months = 6

/** Every month one payment of the same size travels from the entrepreneur to the partner. */
export function drawPayments(t: number): string {
  const words = { step: 5, ...film.payments }
  const pays = (month: number) => glided(t, 1.1 + month * 0.7, 0.9)
  const figure = moved(t, 1.6, 0.8)
  const payer = panel.middle - 172
  const enters = moved(t, 0.2, 0.8)
  return stage(t, words, [
    drawn(`M${payer} 222A172 88 0 0 1 ${payer + 344} 222`, hairline, 4, glided(t, 0.4, 0.9)),
    group(person(brass, lightBrass), { x: payer, y: 390, opacity: enters }),
    group(person(evergreen, leaf), { x: payer + 344, y: 390, opacity: enters }),
    group([label(payer, 424, 'Entrepreneur'), label(payer + 344, 424, 'You')], { opacity: enters }),
    ...range(months).map((month) => {
      const share = pays(month)
      const angle = Math.PI * (1 - share)
      const isOnItsWay = share > 0 && share < 1 ? Math.min(1, 8 * share, 8 * (1 - share)) : 0
      return group(coin(30), {
        x: panel.middle + 172 * Math.cos(angle),
        y: 222 - 88 * Math.sin(angle),
        opacity: isOnItsWay,
      })
    }),
    ...range(months).map((month) => {
      const paid = moved(t, 1.9 + month * 0.7, 0.5)
      const name = text(0, 44, `Month ${month + 1}`, {
        size: 15,
        weight: 500,
        color: muted,
        anchor: 'middle',
      })
      return group(
        [
          card(-38, -34, 76, 90, 10),
          name,
          group(coin(22), { y: -4, scale: between(0.6, 1, paid), opacity: paid }),
        ],
        {
          x: panel.middle + (month - 2.5) * 86,
          y: 498,
          opacity: moved(t, 0.4 + month * 0.07, 0.5),
        },
      )
    }),
    group(
      [
        text(86, 430, '$2,500+', {
          size: 60,
          family: serif,
          weight: 450,
          color: brassText,
          spacing: -1,
        }),
        text(326, 428, 'a month, estimated', { size: 25, color: muted }),
        text(88, 480, 'Results are not guaranteed.', { size: 28, weight: 600, color: ink }),
      ],
      { opacity: figure, y: 12 * (1 - figure) },
    ),
  ])
}
