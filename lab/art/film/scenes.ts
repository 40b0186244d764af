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
    group([centered(410, 'How the Credit Partner Program works', 48, paper, serif)], shown(2.2)),
    group([centered(466, 'In five steps, and less than a minute', 26, lightBrass)], shown(2.6)),
  ].join('')
}

function drawClosing(t: number): string {
  const shown = (start: number) => ({
    opacity: moved(t, start, 0.8),
    y: 12 - 12 * moved(t, start, 0.8),
  })
  return [
    box(0, 0, width, height, evergreen),
    box(0, height - 8, width, 8, deepEvergreen),
    group(clasp(1, 1, true), { x: middle, y: 172, scale: 0.62, opacity: moved(t, 0.1, 0.8) }),
    group([centered(318, 'Results are not guaranteed.', 60, paper, serif)], shown(0.3)),
    group(
      [centered(384, 'A match is not guaranteed, and neither is any amount.', 26, sand)],
      shown(0.9),
    ),
    group(
      [centered(424, 'Lending your credit can affect your score and your finances.', 26, sand)],
      shown(1.2),
    ),
    group(
      [centered(506, 'Please read the FTC Disclosures before you apply.', 26, lightBrass)],
      shown(2),
    ),
  ].join('')
}

/** The picture before the film plays: the browser's controls cover its lower part. */
export const drawPoster = (): string =>
  [
    box(0, 0, width, height, evergreen),
    group(clasp(1, 1, true), { x: middle, y: 200, scale: 1.15 }),
    centered(372, 'How the Credit Partner Program works', 48, paper, serif),
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
  {
    seconds: 5,
    draw: drawOpening,
    captions: ['It joins partners who have strong credit and entrepreneurs who need funding.'],
  },
  {
    seconds: 7,
    draw: drawProof,
    captions: [
      'The application takes under 1 minute.',
      'A screenshot of your score works too, and you get an account to follow your review.',
    ],
  },
  {
    seconds: 7,
    draw: drawReview,
    captions: ['A person on our team reads every report.', 'We may call you to verify a detail.'],
  },
  {
    seconds: 7,
    draw: drawMatching,
    captions: [
      'This step begins once you are approved.',
      'Usually one match is enough. Sometimes one more entrepreneur is offered.',
    ],
  },
  {
    seconds: 7,
    draw: drawMeeting,
    captions: [
      'A member of our support team leads the conversation.',
      'You never have to sign anything in the meeting.',
    ],
  },
  {
    seconds: 7,
    draw: drawPayments,
    captions: [
      'Your written agreement says what you are paid and when.',
      'Results are not guaranteed, and some people earn nothing.',
    ],
  },
  {
    seconds: 7,
    draw: drawClosing,
    captions: [
      'Take the time you need, and talk to your own adviser.',
      'Our support team is glad to answer your questions.',
    ],
  },
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
