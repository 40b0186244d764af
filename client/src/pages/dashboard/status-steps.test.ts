import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import type { OwnMatch } from '@shared/matches'
import {
  fakeOwnCredential,
  fakeOwnFile,
  fakeOwnMatch,
  fakePartner,
} from '@tests/support/client/fake-records'
import { getApplicationStatus } from './application-status'
import { getSteps } from './status-steps'

// A Monday; what was sent was sent on the Friday before.
const decidedAt = '2026-11-23T16:00:00.000Z'

const report = fakeOwnFile()

interface Case extends Partial<CurrentUser> {
  files?: OwnFile[]
  logins?: OwnCredential[]
  now?: string
  match?: OwnMatch | null
}

/** On a day of 2026, when nothing else is said the day after the application. */
function steps({
  files = [report],
  logins = [],
  now = '2026-11-21',
  match = null,
  ...overrides
}: Case): string[] {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now.padEnd(24, 'T15:00:00.000Z')) })
  const user = fakePartner(overrides)
  return getSteps(user, getApplicationStatus(user, files, logins), match).map(
    ({ title, state, description }) => [state, title, description].filter(Boolean).join(': '),
  )
}

afterEach(() => vi.useRealTimers())

describe('the steps of an application under review', () => {
  it('say what is looked at and by when it is decided', () => {
    expect(steps({})).toEqual([
      'done: Application received: Nov 20, 2026',
      'current: Credit verification: In the queue',
      'upcoming: Decision by Wed, Nov 25',
      'upcoming: Matching with an entrepreneur',
    ])
  })

  it('promise nothing while we wait for an answer, and leave that time out afterwards', () => {
    const question = {
      id: 3,
      words: 'Is this your phone?',
      askedAt: '2026-11-20T15:00:00.000Z',
      file: null,
    }
    expect(steps({ question }).slice(1, 3)).toEqual([
      'current: Credit verification: Waiting for your answer',
      'upcoming: Decision: Your review is paused until we hear from you',
    ])
    const pauses = [{ from: '2026-11-20T15:00:00.000Z', to: '2026-11-23T15:00:00.000Z' }]
    expect(steps({ pauses, now: '2026-11-23' })[2]).toBe('upcoming: Decision by Fri, Nov 27')
    // What was waited for before anything was there to be reviewed is no part of it.
    const earlier = [{ from: '2026-11-10T15:00:00.000Z', to: '2026-11-12T15:00:00.000Z' }]
    expect(steps({ pauses: earlier })[2]).toBe('upcoming: Decision by Wed, Nov 25')
  })

  const opened = { lastOpenedAt: '2026-11-20T18:00:00.000Z' }

  it('say what a reviewer opened last, and when', () => {
    const files = [report, fakeOwnFile({ id: 8, fileName: 'new.pdf', ...opened })]
    const logins = [fakeOwnCredential({ lastOpenedAt: '2026-11-19T18:00:00.000Z' })]
    expect(steps({ files, logins })[1]).toBe(
      'current: Credit verification: A reviewer opened new.pdf on Nov 20, 2026',
    )
    expect(steps({ files: [], logins })[1]).toBe(
      'current: Credit verification: A reviewer opened your login for Score Watch on Nov 19, 2026',
    )
  })

  it('name a document on a line or two, however long its name is', () => {
    const fileName = `${'annual credit report '.repeat(9)}.docx`
    expect(steps({ files: [fakeOwnFile({ fileName, ...opened })] })[1]).toBe(
      'current: Credit verification: A reviewer opened annual credit report an…report .docx on Nov 20, 2026',
    )
  })

  it('say of the only document that it waits for its virus check', () => {
    expect(steps({ files: [{ ...report, quarantine: 'waiting' }] })[1]).toBe(
      'current: Credit verification: Waiting for a virus check',
    )
  })

  it('go on to the decision once all proof is approved', () => {
    expect(steps({ files: [{ ...report, status: 'approved' }] }).slice(1, 3)).toEqual([
      'done: Credit verification',
      'current: Decision by Wed, Nov 25',
    ])
  })

  it('own up to it after the promised day', () => {
    expect(steps({ now: '2026-11-25T22:00:01.000Z' })[2]).toBe(
      'upcoming: Decision: Taking longer than usual. We’re still on it.',
    )
  })

  it('give as long again from the day on which a document was replaced', () => {
    const files = [{ ...report, uploadedAt: '2026-12-01T15:00:00.000Z' }]
    expect(steps({ files, now: '2026-12-02' })[2]).toBe('upcoming: Decision by Fri, Dec 4')
  })

  it('are not put off by one more document', () => {
    const files = [report, fakeOwnFile({ id: 8, uploadedAt: '2026-11-24T15:00:00.000Z' })]
    expect(steps({ files })[2]).toBe('upcoming: Decision by Wed, Nov 25')
  })

  it('say when it was reopened, and count from then', () => {
    const statusAt = '2026-12-01T15:00:00.000Z'
    expect(steps({ statusAt, now: '2026-12-02' }).slice(1)).toEqual([
      'done: Review reopened: Dec 1, 2026',
      'current: Credit verification: In the queue',
      'upcoming: Decision by Fri, Dec 4',
      'upcoming: Matching with an entrepreneur',
    ])
  })

  it('wait for a new document where one was rejected', () => {
    const files = [{ ...report, status: 'rejected' as const, statusAt: decidedAt }]
    expect(steps({ files }).slice(1, 3)).toEqual([
      'current: Credit verification: Waiting for a new document',
      'upcoming: Decision: Usually 2-3 business days after that',
    ])
  })

  it('wait for proof of credit where there is none', () => {
    expect(steps({ files: [] })[1]).toBe(
      'current: Credit verification: Waiting for your proof of credit',
    )
  })
})

describe('the steps of a decided application', () => {
  it('say of a rejection when it was, and from when on one may apply again', () => {
    expect(steps({ status: 'rejected', statusAt: decidedAt }).slice(1)).toEqual([
      'done: Credit verification',
      'done: Decision: Not approved Nov 23, 2026',
      'current: Contact support: You may reapply from Feb 21, 2027',
    ])
  })

  it('say of an approval when it was, and by when we are in touch', () => {
    const approved = { status: 'approved', statusAt: decidedAt } as const
    expect(steps({ ...approved, now: '2026-11-24' }).slice(2)).toEqual([
      'done: Decision: Approved Nov 23, 2026',
      'current: Matching with an entrepreneur: You’ll meet by Mon, Nov 30',
    ])
    // No day is promised that has passed.
    expect(steps({ ...approved, now: '2026-12-24' })[3]).toBe(
      'current: Matching with an entrepreneur',
    )
  })
})

describe('the step of an introduction', () => {
  const startsAt = '2026-12-01T20:00:00.000Z'
  const booked = { state: 'booked', startsAt, endsAt: '2026-12-01T20:45:00.000Z' } as const
  const met = { ...booked, state: 'met' } as const
  it.each([
    [{}, 'Choose a time to meet'],
    [{ chosenTimes: [startsAt] }, 'We’re arranging your meeting'],
    [{ offeredTimes: [] }, 'We’re finding new times'],
    [{ chosenTimes: [] }, 'We’re finding new times'],
    [booked, 'Meeting Ana on Tue, Dec 1'],
    [{ ...booked, now: '2026-12-01T20:46:00.000Z' }, 'Your meeting was on Tue, Dec 1'],
    [met, 'You’ve met Ana. Please give your answer'],
    [{ ...met, answer: 'accepted' }, 'You accepted. Waiting for Ana’s answer'],
    [{ state: 'ended', isOneMoreComing: true }, 'We’re looking for one more entrepreneur'],
    [{ state: 'ended' }, 'Please call us about what comes next'],
  ] satisfies [Partial<OwnMatch> & { now?: string }, string][])(
    'of %j is now: %s',
    (given, description) => {
      const { now = '2026-11-24', ...overrides } = { now: undefined, ...given }
      const match = fakeOwnMatch(overrides)
      const approved = { status: 'approved', statusAt: decidedAt } as const
      expect(steps({ ...approved, match, ...(now && { now }) }).at(-1)).toBe(
        `current: Matching with an entrepreneur: ${description}`,
      )
    },
  )

  it.each(['call', 'email'] as const)(
    'is followed by the agreement, once both have accepted: by %s, as they agreed to',
    (agreementBy) => {
      const match = fakeOwnMatch({ ...met, state: 'succeeded', agreementBy })
      expect(steps({ status: 'approved', statusAt: decidedAt, match }).slice(-2)).toEqual([
        'done: Matching with an entrepreneur: It’s a match',
        `current: Your agreement: Our team will ${agreementBy} you about it`,
      ])
    },
  )
})
