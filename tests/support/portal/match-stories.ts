import * as fc from 'fast-check'
import { anyAct, type Act } from './match-acts'

const who = fc.nat({ max: 1 })
const slots = [0, 1, 2, 3]
const wait = (hours: number) => ({ name: 'clock', hours }) as const
const send = { name: 'post', isRefused: false } as const

/** They meet, and are asked for their answer. */
const meet = (one: number): Act[] => [
  { name: 'offer', who: one, whom: one, slots, hasReason: true },
  wait(1),
  { name: 'book', who: one, slot: 0 },
  wait(5),
  { name: 'met', who: one },
]
const end = (one: number): Act => ({ name: 'end', who: one })
const accept = (one: number): Act[] => [
  { name: 'answer', who: one, side: 'partner', answer: 'accepted' },
  { name: 'answer', who: one, side: 'entrepreneur', answer: 'accepted' },
]
const undo = (one: number, back: number): Act => ({ name: 'undo', who: one, back })

/** What seldom happens by chance: it begins wherever the acts before have led. */
const stories: readonly ((one: number) => Act[])[] = [
  // An end is undone after the link was removed.
  (one) => [end(one), wait(15 * 24), undo(one, 0)],
  // The entrepreneur, or the partner, is taken by then.
  (one) => [
    ...meet(one),
    end(one),
    { name: 'offer', who: 1 - one, whom: one, slots, hasReason: true },
    undo(one, 0),
  ],
  (one) => [
    ...meet(one),
    ...accept(one),
    end(one),
    { name: 'offer', who: one, whom: 1 - one, slots, hasReason: true },
    undo(one, 1),
  ],
  // An older one is opened again.
  (one) => [
    ...meet(one),
    end(one),
    { name: 'offer', who: one, whom: 1 - one, slots, hasReason: true },
    wait(1),
    end(one),
    undo(one, 1),
  ],
  // Someone leaves after both accepted.
  (one) => [...meet(one), ...accept(one), { name: 'leave', whom: one }],
  // A reminder was sent, and the link is lost.
  (one) => [...meet(one), send, wait(4 * 24), send, { name: 'renew', who: one }],
]

/** One act, or a story. */
export const anyPart: fc.Arbitrary<Act[]> = fc.oneof(
  { weight: 5, arbitrary: anyAct.map((act) => [act]) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...stories), who).map(([tell, one]) => tell(one)),
  },
)
