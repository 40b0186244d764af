import { brass, brassText, evergreen, hairline, ink, muted, paper, sand } from '../palette'
import { box, range } from '../shapes'
import { drawn, group, serif, text } from './figures'
import { moved } from './timing'

export const width = 1280
export const height = 720

/** The panel to the right, which holds each step's picture. */
export const panel = { x: 608, y: 84, width: 584, height: 500, middle: 900 }

export interface Words {
  step: number
  title: readonly string[]
  lines: readonly string[]
}

/** What all steps share: the words to the left, the panel, and a chain that grows by a link a step. */
export function stage(t: number, words: Words, picture: readonly string[]): string {
  const rise = (start: number) => {
    const share = moved(t, start, 0.7)
    return { y: 14 * (1 - share), opacity: share }
  }
  const titleEnd = 230 + words.title.length * 60
  return [
    box(0, 0, width, height, paper),
    box(panel.x, panel.y, panel.width, panel.height, sand, 28),
    ...picture,
    group(
      [text(88, 168, `Step ${words.step} of 5`, { size: 24, weight: 600, color: brassText })],
      rise(0.1),
    ),
    ...words.title.map((line, index) =>
      group(
        [
          text(86, 232 + index * 60, line, {
            size: 56,
            family: serif,
            weight: 430,
            color: ink,
            spacing: -1,
          }),
        ],
        rise(0.2 + index * 0.1),
      ),
    ),
    ...words.lines.map((line, index) =>
      group(
        [text(88, titleEnd + index * 38, line, { size: 28, color: muted })],
        rise(0.5 + index * 0.1),
      ),
    ),
    ...chain(words.step, moved(t, 0.3, 1)),
  ].join('')
}

/** Five links, each an arc that reaches into the next. */
function chain(step: number, share: number): string[] {
  return range(5).flatMap((index) => {
    const x = 100 + index * 52
    const isUp = index % 2 === 0
    const path = isUp
      ? `M${x} 560A32 32 0 0 1 ${x + 64} 560`
      : `M${x} 548A32 32 0 0 0 ${x + 64} 548`
    const done = index + 1 < step ? 1 : index + 1 === step ? share : 0
    return [drawn(path, hairline, 8, 1), drawn(path, isUp ? evergreen : brass, 8, done)]
  })
}
