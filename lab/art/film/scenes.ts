import { film } from '@/content/film'
import { deepEvergreen, evergreen, lightBrass, paper, sand } from '../palette'
import { box } from '../shapes'
import { clasp, group, serif, text } from './figures'
import { drawMatching, drawMeeting, drawPayments } from './people-scenes'
import { drawProof, drawReview } from './paper-scenes'
import { height, width } from './stage'
import { glided, moved } from './timing'

export interface Scene {
  seconds: number
  /** The whole picture, at a time in seconds since the scene began. */
  draw(t: number): string
  /** What is told in the meantime. The film has no sound, so they add to the words in the picture. */
  captions: readonly string[]
}

const middle = width / 2
const openingTitle = film.opening.title.join(' ')

function drawOpening(t: number): string {
  const lift = glided(t, 1.9, 0.9)
  const shown = (start: number) => ({
    opacity: moved(t, start, 0.8),
    y: 12 - 12 * moved(t, start, 0.8),
  })
  return [
    box(0, 0, width, height, evergreen),
    group(clasp(glided(t, 0.2, 1), glided(t, 0.8, 1), true), {
      x: middle,
      y: 330 - 90 * lift,
      scale: 1.5 - 0.35 * lift,
    }),
    group([centered(410, openingTitle, 48, paper, serif)], shown(2.2)),
    group([centered(466, film.opening.lines.join(' '), 26, lightBrass)], shown(2.6)),
  ].join('')
}

function drawClosing(t: number): string {
  const { title, lines } = film.closing
  const shown = (start: number) => ({
    opacity: moved(t, start, 0.8),
    y: 12 - 12 * moved(t, start, 0.8),
  })
  return [
    box(0, 0, width, height, evergreen),
    box(0, height - 8, width, 8, deepEvergreen),
    group(clasp(1, 1, true), { x: middle, y: 172, scale: 0.62, opacity: moved(t, 0.1, 0.8) }),
    group([centered(318, title.join(' '), 60, paper, serif)], shown(0.3)),
    group([centered(384, lines[0] ?? '', 26, sand)], shown(0.9)),
    group([centered(424, lines[1] ?? '', 26, sand)], shown(1.2)),
    group([centered(506, lines[2] ?? '', 26, lightBrass)], shown(2)),
  ].join('')
}

/** The picture before the film plays: the browser's controls cover its lower part. */
export const drawPoster = (): string =>
  [
    box(0, 0, width, height, evergreen),
    group(clasp(1, 1, true), { x: middle, y: 200, scale: 1.15 }),
    centered(372, openingTitle, 48, paper, serif),
  ].join('')

const centered = (y: number, content: string, size: number, color: string, family?: string) =>
  text(middle, y, content, {
    size,
    color,
    anchor: 'middle',
    ...(family && { family, weight: 430, spacing: -0.8 }),
  })

/** The film from its first picture to its last. */
export const scenes: readonly Scene[] = [
  { seconds: 5, draw: drawOpening, captions: film.opening.captions },
  { seconds: 7, draw: drawProof, captions: film.proof.captions },
  { seconds: 7, draw: drawReview, captions: film.review.captions },
  { seconds: 7, draw: drawMatching, captions: film.matching.captions },
  { seconds: 7, draw: drawMeeting, captions: film.meeting.captions },
  { seconds: 7, draw: drawPayments, captions: film.payments.captions },
  { seconds: 7, draw: drawClosing, captions: film.closing.captions },
]

export const totalSeconds = scenes.reduce((sum, scene) => sum + scene.seconds, 0)

const fadeSeconds = 0.5

/** The film's picture at a time: one scene, or the next one fading in over it. */
export function frameAt(time: number): string {
  let start = 0
  for (const [index, scene] of scenes.entries()) {
    const end = start + scene.seconds
    if (time < end || index === scenes.length - 1) {
      const previous = scenes[index - 1]
      const share = glided(time, start, fadeSeconds)
      const under = previous && share < 1 ? previous.draw(previous.seconds + time - start) : ''
      return under + group([scene.draw(time - start)], { opacity: previous ? share : 1 })
    }
    start = end
  }
  return ''
}
