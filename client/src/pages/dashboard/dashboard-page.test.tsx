import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import type { OwnMatch } from '@shared/matches'
import type { ReferralDesk } from '@shared/referral-desk'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import {
  fakeDesk,
  fakeOwnCredential,
  fakeOwnFile,
  fakePartner,
  fakeOwnMatch,
} from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { getApplicationStatus } from './application-status'
import { DashboardPage } from './dashboard-page'
import { orderCards, type PartnerState } from './partner-state'
import { getSteps } from './status-steps'

const region = (name: RegExp | string) => screen.getByRole('region', { name })

const needed = () => screen.queryByRole('region', { name: /^We need/ })

const headings = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

const statusCard = () => region('Application Status')

const shownSteps = () =>
  within(statusCard())
    .getAllByRole('listitem')
    .map((step) => step.textContent)

describe('the dashboard', () => {
  const api = installFakeApi()

  // A Friday.
  const sentAt = '2026-11-20T09:41:00.000Z'
  const decidedAt = '2026-11-23T16:00:00.000Z'
  const sentLater = '2026-11-24T08:00:00.000Z'

  const report = fakeOwnFile()
  const login = fakeOwnCredential()

  let files: OwnFile[]
  let logins: OwnCredential[]
  beforeEach(() => {
    files = [report]
    logins = []
    api.routes['GET /api/files'] = () => ({ body: files })
    api.routes['GET /api/credit-credentials'] = () => ({ body: logins })
    api.routes['GET /api/match'] = { body: null }
    api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
  })
  afterEach(() => vi.useRealTimers())

  /** The day after the application. */
  async function show(overrides: Partial<CurrentUser> = {}) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T15:00:00.000Z') })
    api.routes['GET /api/user'] = () => ({ body: fakePartner(overrides) })
    renderPage(<DashboardPage />, '/dashboard')
    await (files.length > 0 ? screen.findAllByText('View') : screen.findByText('No documents yet'))
    if (logins.length > 0) await screen.findByRole('region', { name: /^Your Shared Login/ })
  }

  describe('an application under review', () => {
    it('comes first, with whether anyone has looked at it and by when it is decided', async () => {
      await show()
      expect(headings().slice(0, 2).join('; ')).toBe('Application Status; Your Documents')
      expect(headings().at(-1)).toBe('Welcome, Rosa')
      expect(shownSteps()[1]).toBe('Now: Credit verificationIn the queue')
      expect(shownSteps()[2]).toBe('Later: Decision by Wed, Nov 25')
      expect(statusCard()).toHaveTextContent('The typical review takes 2-3 business days.')
      await waitFor(() =>
        expect(statusCard()).toHaveTextContent('You don’t need to do anything right now.'),
      )
    })

    it('lists the open steps, and no longer says that there is nothing to do', async () => {
      api.routes['GET /api/profile-completion'] = {
        body: { percent: 60, steps: [{ step: 'email', isDone: false }] },
      }
      await show()
      expect(within(region('To Do')).getByText('Confirm your email')).toBeVisible()
      expect(statusCard()).not.toHaveTextContent('You don’t need to do anything')
    })

    it.each([{ isReferrer: true } as const, {}])(
      'lists them under headings without a gap: %j',
      async (person) => {
        const steps = [{ step: 'email', isDone: false }]
        api.routes['GET /api/profile-completion'] = { body: { percent: 60, steps } }
        api.routes['GET /api/user'] = { body: fakePartner(person) }
        renderPage(<DashboardPage />, '/dashboard')
        await screen.findByText('Confirm your email')
        const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)))
        expect(levels.filter((level, at) => level > (levels[at - 1] ?? level) + 1)).toEqual([])
      },
    )

    it('says where we email, for the hour in which that can be corrected', async () => {
      api.routes['GET /api/mail-status'] = { body: { configured: true } }
      const correctableUntil = '2026-11-21T15:30:00.000Z'
      api.routes['GET /api/email-change'] = { body: { waiting: null, correctableUntil } }
      await show({ createdAt: '2026-11-21T14:30:00.000Z' })
      expect(document.title).toMatch(/^Application Under Review · Dashboard · /)
      await within(statusCard()).findByRole('button', { name: 'Correct your email' })
      expect(statusCard()).toHaveTextContent('We’ll email you at rosa@partner.example.')
      cleanup()
      await show({ createdAt: '2026-11-21T13:30:00.000Z' })
      expect(statusCard()).not.toHaveTextContent('rosa@partner.example')
    })
  })

  describe('a rejected document', () => {
    const reason = 'The report is from 2024.'
    beforeEach(() => {
      files = [{ ...report, status: 'rejected', statusReason: reason, statusAt: decidedAt }]
    })

    it('leads the page: the reason, and the way to replace it', async () => {
      await show()
      expect(headings()[0]).toBe('We need a new document from you')
      expect(needed()).toHaveTextContent(`report.pdfRejected Nov 23, 2026${reason}`)
      expect(screen.queryByText(/You don’t need to do anything/)).toBeNull()
    })

    it('is replaced right there, and leads no more', async () => {
      api.routes['POST /api/reupload/7'] = () => {
        files = [fakeOwnFile({ fileName: 'better.pdf', uploadedAt: sentLater })]
        return { body: files[0] }
      }
      await show()
      await userEvent.click(
        screen.getByRole('button', { name: 'Replace This Document: report.pdf' }),
      )
      const better = new File(['%PDF-1.4'], 'better.pdf', { type: 'application/pdf' })
      await userEvent.upload(screen.getByLabelText('The new document'), better)
      await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
      await waitFor(() => expect(shownToast()).toEqual(['File re-uploaded successfully']))
      await waitFor(() => expect(needed()).toBeNull())
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.getByRole('heading', { name: 'Application Status' })).toHaveFocus()
    })

    it('is not asked for once the person was decided about', async () => {
      await show({ status: 'approved', statusAt: sentLater })
      expect(needed()).toBeNull()
      expect(within(region('Your Documents')).getByText(reason)).toBeVisible()
    })

    it('is asked for when it was rejected after the person was approved', async () => {
      await show({ status: 'approved', statusAt: sentAt })
      expect(needed()).toHaveTextContent(reason)
    })
  })

  describe('without any proof of credit', () => {
    beforeEach(() => {
      files = []
    })

    it('the page asks for a document first', async () => {
      await show()
      expect(headings()[0]).toBe('We need proof of your credit')
      await userEvent.click(screen.getByRole('button', { name: 'Upload a Document' }))
      expect(screen.getByRole('dialog', { name: 'Upload Additional File' })).toBeVisible()
    })

    it('a rejected login says why, and that it can be corrected', async () => {
      logins = [{ ...login, status: 'rejected', statusReason: 'The password was refused.' }]
      await show()
      expect(needed()).toHaveTextContent(
        'We couldn’t use your login for Score Watch. The password was refused.',
      )
      expect(needed()).toHaveTextContent('Please correct the login below')
    })
  })

  describe('a decided application', () => {
    it('rejected says the reason, when, and from when on one may apply again', async () => {
      const statusReason = 'Your score on the report is 655.'
      await show({ status: 'rejected', statusReason, statusAt: decidedAt })
      expect(within(statusCard()).getByText(statusReason)).toBeVisible()
      expect(statusCard()).toHaveTextContent('You may reapply after 90 days.')
      expect(shownSteps().at(-1)).toBe('Now: Contact supportYou may reapply from Feb 21, 2027')
    })

    it('rejected is said once, and leaves one thing to do: write to us', async () => {
      api.routes['GET /api/referral-desk'] = { body: fakeDesk({ canEarn: false }) }
      await show({ status: 'rejected', statusAt: decidedAt })
      expect(screen.getAllByText(/not approved|couldn’t approve/i)).toHaveLength(2)
      expect(within(statusCard()).getByRole('link', { name: 'Write to Us' })).toHaveAttribute(
        'href',
        '/support',
      )
      expect(headings()).toEqual(['Application Status', 'Your Documents', 'Welcome, Rosa'])
    })

    it('approved says that results are not guaranteed', async () => {
      await show({ status: 'approved', statusAt: decidedAt })
      expect(region('Welcome, Rosa')).toHaveTextContent(
        'full access to the portal. Results are not guaranteed; payments come from the entrepreneurs you’re matched with.',
      )
    })

    it.each(['approved', 'rejected'] as const)(
      '%s leaves no document waiting that came before it',
      async (decision) => {
        await show({ status: decision, statusAt: decidedAt })
        const documents = region('Your Documents')
        expect(within(documents).getByText('On file')).toBeVisible()
        expect(within(documents).queryByText('Pending')).toBeNull()
      },
    )

    it('does not cover a document that came after it', async () => {
      files = [{ ...report, uploadedAt: sentLater }]
      await show({ status: 'approved', statusAt: decidedAt })
      expect(within(region('Your Documents')).getByText('Pending')).toBeVisible()
      expect(screen.queryByText('On file')).toBeNull()
    })
  })

  it('documents that could not be loaded are not taken for missing ones', async () => {
    api.routes['GET /api/files'] = () => fakeRefusal(500, '')
    api.routes['GET /api/user'] = () => ({ body: fakePartner() })
    renderPage(<DashboardPage />, '/dashboard')
    await screen.findByText('Your documents could not be loaded')
    expect(needed()).toBeNull()
    expect(screen.queryByText(/We have your proof/)).toBeNull()
  })
})

describe('the steps of an application', () => {
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
        'current: Matching with an entrepreneur: You’ll meet by Mon,\u00a0Nov\u00a030',
      ])
      // No day is promised that has passed.
      expect(steps({ ...approved, now: '2026-12-24' })[3]).toBe(
        'current: Matching with an entrepreneur: This is taking longer than we promised',
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
      [{ newTimes: 'finding' }, 'We’re finding new times'],
      [booked, 'Meeting Ana on Tue,\u00a0Dec\u00a01'],
      [{ ...booked, now: '2026-12-01T20:46:00.000Z' }, 'Your meeting was on Tue,\u00a0Dec\u00a01'],
      [met, 'You’ve met Ana. Please give your answer'],
      [{ ...met, answer: 'accepted' }, 'You accepted. Waiting for Ana’s answer'],
      [{ state: 'ended', afterEnd: 'one-more' }, 'We’re looking for one more entrepreneur'],
      [
        { state: 'ended', answer: 'declined' },
        'You declined. We’ll call you about what comes next',
      ],
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
      (contactBy) => {
        const match = fakeOwnMatch({ ...met, state: 'succeeded', contactBy })
        expect(steps({ status: 'approved', statusAt: decidedAt, match }).slice(-2)).toEqual([
          'done: Matching with an entrepreneur: It’s a match',
          `current: Your agreement: Our team will ${contactBy} you about it`,
        ])
      },
    )
  })
})

describe('the order of the cards', () => {
  const [at, statusAt] = ['2026-11-24T15:00:00.000Z', '2026-11-23T16:00:00.000Z']
  const approved = { status: 'approved', statusAt } as const
  const booked = { state: 'booked', startsAt: at, endsAt: '2026-11-24T15:45:00.000Z' } as const
  const question = { id: 3, words: 'Is this your phone?', askedAt: at, file: null }
  const refused = fakeOwnFile({ status: 'rejected', statusAt: at })

  const cardsOf = (user: CurrentUser, file: OwnFile, state: Partial<PartnerState>) =>
    orderCards({
      user,
      application: getApplicationStatus(user, [file], []),
      files: [file],
      logins: [],
      match: null,
      desk: undefined,
      openSteps: ['email'],
      now: Date.parse(at),
      ...state,
    })

  it.each<[string, boolean, Partial<CurrentUser>, (Partial<OwnMatch> | null)?, OwnFile?]>([
    ['status, steps', false, {}],
    ['question, status, steps', true, { question }],
    ['question, document, status, steps', true, { question }, null, refused],
    ['document, status, steps', true, {}, null, refused],
    ['introduction, status, steps', false, approved],
    ['introduction, steps, status', true, approved, {}],
    ['introduction, steps, status', false, approved, { chosenTimes: [at] }],
    ['introduction, document, steps, status', true, approved, booked, refused],
    ['document, introduction, steps, status', true, approved, { state: 'ended' }, refused],
  ])('begins with %s', (order, asks, person, match = null, file = fakeOwnFile()) => {
    const cards = cardsOf(fakePartner(person), file, { match: match && fakeOwnMatch(match) })
    expect(cards.map(({ card }) => card)).toEqual([
      ...order.split(', '),
      'documents',
      'referrals',
      'payments',
      'welcome',
    ])
    expect(cards.map(({ isLead }) => isLead)).toEqual(cards.map((_, index) => asks && index === 0))
  })

  const clicked = fakeDesk().months.map((month) => ({ ...month, clicks: 1 }))
  it.each<[string, Partial<ReferralDesk>, string[]]>([
    ['nothing', {}, []],
    ['clicks', { months: clicked }, []],
    ['a reward', { rewards: { ...fakeDesk().rewards, heldCents: 5 } }, ['referrals', 'payments']],
  ])(
    'someone not approved, with %s, keeps referrals and payments only if something was earned',
    (_, came, kept) => {
      const user = fakePartner({ status: 'rejected', statusAt })
      const cards = cardsOf(user, fakeOwnFile(), { desk: fakeDesk({ canEarn: false, ...came }) })
      expect(cards.map(({ card }) => card).slice(3)).toEqual([...kept, 'welcome'])
    },
  )
})

async function showQuestion() {
  renderPage(<DashboardPage />, '/dashboard')
  await screen.findAllByText('View')
  return within(await screen.findByRole('region', { name: 'We have a question for you' }))
}

const isGone = () =>
  waitFor(() =>
    expect(screen.queryByRole('region', { name: 'We have a question for you' })).toBeNull(),
  )

describe('a question', () => {
  const api = installFakeApi()

  const asked = {
    id: 3,
    words: 'Page two is missing.',
    askedAt: '2026-11-24T08:00:00.000Z',
    file: null,
  }
  const path = '/api/question/answer'

  let user: CurrentUser
  let files: OwnFile[]
  let sent: unknown[]
  beforeEach(() => {
    user = fakePartner({ question: asked })
    files = [fakeOwnFile()]
    sent = []
    api.routes['GET /api/user'] = () => ({ body: user })
    api.routes['GET /api/files'] = () => ({ body: files })
    api.routes['GET /api/credit-credentials'] = { body: [] }
    api.routes['GET /api/match'] = { body: null }
    api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
    api.routes[`POST ${path}`] = ({ body }) => {
      sent.push(body)
      const { id, words, askedAt } = asked
      const said = { answer: 'It has one page only.', answeredAt: '2026-11-25T08:00:00.000Z' }
      user = fakePartner({ answers: [{ id, words, askedAt, ...said }] })
      return { body: { message: 'Thank you. We’ll continue your review.' } }
    }
  })

  it('is answered in a sentence, and then stands with that below the status', async () => {
    const card = await showQuestion()
    expect(card.getByText(asked.words)).toBeVisible()
    fill('Your answer', 'It has one page only.')
    await userEvent.dblClick(card.getByRole('button', { name: 'Send Answer' }))
    await isGone()
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Application Status' })).toHaveFocus(),
    )
    expect(sent).toEqual([{ answer: 'It has one page only.', questionId: 3 }])
    expect(shownToast()).toContain('Answer sent')
    expect(statusCard()).toHaveTextContent(
      'We asked, Nov 24, 2026Page two is missing.You answered, Nov 25, 2026It has one page only.',
    )
  })

  it('is not answered by nothing', async () => {
    const card = await showQuestion()
    await userEvent.click(card.getByRole('button', { name: 'Send Answer' }))
    expect(await card.findByText('Please write an answer.')).toBeVisible()
    expect(sent).toEqual([])
  })

  it('that was answered in another tab goes as well', async () => {
    api.routes[`POST ${path}`] = () => {
      user = fakePartner()
      return fakeRefusal(409, 'This question is no longer open. Please look again.')
    }
    const card = await showQuestion()
    fill('Your answer', 'Yes')
    await userEvent.click(card.getByRole('button', { name: 'Send Answer' }))
    await isGone()
  })

  it('about a document is answered by another one in its place', async () => {
    user = fakePartner({
      question: { ...asked, file: { id: files[0]?.id ?? 0, name: 'report.pdf' } },
    })
    const card = await showQuestion()
    await userEvent.click(card.getByRole('button', { name: 'Send a New Document' }))
    expect(await screen.findByRole('dialog', { name: asked.words })).toBeVisible()
  })

  it('offers to send a document only where there is room for one', async () => {
    const card = await showQuestion()
    await userEvent.click(card.getByRole('button', { name: 'Send a Document' }))
    const dialog = within(await screen.findByRole('dialog', { name: asked.words }))
    // What is sent from the question answers it, unless its owner says otherwise.
    expect(dialog.getByLabelText('Yes')).toBeChecked()
  })

  it.each([
    ['Yes', { isAnswer: true }],
    ['No, it’s something else', undefined],
  ])(
    'a document that is sent meanwhile answers it only as its owner says: %s',
    async (choice, told) => {
      const uploadKey = 'a-new-key'
      const link = `POST /api/link-file/${uploadKey}`
      api.routes['POST /api/upload'] = { status: 201, body: { uploadKey } }
      api.routes[link] = { body: fakeOwnFile({ id: 9, uploadKey }) }
      await showQuestion()
      await userEvent.click(screen.getByRole('button', { name: 'Upload Additional File' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Upload Additional File' }))
      const choices = within(dialog.getByRole('group', { name: 'Does this answer our question?' }))
      expect(dialog.getByText(asked.words)).toBeVisible()
      await userEvent.upload(
        dialog.getByLabelText('Your document'),
        new File(['%PDF-1.4'], 'more.pdf', { type: 'application/pdf' }),
      )
      await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
      // Beside the document, and in a toast.
      expect(await dialog.findAllByText('Please choose Yes or No.')).toHaveLength(2)
      expect(api.calls).not.toContain(link)
      await userEvent.click(choices.getByLabelText(choice))
      await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
      await waitFor(() => expect(api.calls).toContain(link))
      expect(api.requests.find(({ path: made }) => made.endsWith(uploadKey))?.body).toEqual(told)
    },
  )

  it('is answered in words where there is no room', async () => {
    files = [1, 2, 3].map((id) => fakeOwnFile({ id, fileName: `${id}.pdf` }))
    const card = await showQuestion()
    expect(card.queryByRole('button', { name: 'Send a Document' })).toBeNull()
  })
})
