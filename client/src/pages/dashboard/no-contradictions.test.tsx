import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import type { OwnMatch } from '@shared/matches'
import { ownCredentialsQuery } from '@/features/credentials/api'
import { filesQuery } from '@/features/files/api'
import { createQueryClient } from '@/lib/query-client'
import { sessionKey } from '@/lib/session'
import { installFakeApi } from '@tests/support/client/fake-api'
import {
  fakeOwnCredential,
  fakeOwnFile,
  fakeOwnMatch,
  fakePartner,
} from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { DashboardPage } from './dashboard-page'

const api = installFakeApi()

const before = '2026-11-20T09:41:00.000Z'
const decidedAt = '2026-11-23T16:00:00.000Z'
const after = '2026-11-24T08:00:00.000Z'

const people: Record<string, Partial<CurrentUser>> = {
  pending: {},
  reopened: { statusAt: decidedAt },
  asked: {
    question: { id: 3, words: 'Please confirm your phone number.', askedAt: after, file: null },
  },
  approved: { status: 'approved', statusAt: decidedAt },
  rejected: { status: 'rejected', statusAt: decidedAt, statusReason: 'Your score is 655.' },
}

const file = (overrides: Partial<OwnFile>) => [fakeOwnFile(overrides)]
const documents: Record<string, OwnFile[]> = {
  none: [],
  pending: file({}),
  'pending, sent later': file({ uploadedAt: after }),
  approved: file({ status: 'approved', statusAt: before }),
  'rejected before': file({ status: 'rejected', statusAt: before, statusReason: 'Too old.' }),
  'rejected after': file({ status: 'rejected', statusAt: after }),
  'waiting for a virus check': file({ quarantine: 'waiting' }),
  'removed by the virus check': file({
    status: 'rejected',
    statusAt: after,
    quarantine: 'infected',
  }),
  'rejected beside pending': [
    ...file({ status: 'rejected', statusAt: before }),
    ...file({ id: 8, fileName: 'other.pdf' }),
  ],
}

const shared = (overrides: Partial<OwnCredential>) => [fakeOwnCredential(overrides)]
const shareds: Record<string, OwnCredential[]> = {
  none: [],
  pending: shared({}),
  opened: shared({ lastOpenedAt: after }),
  approved: shared({ status: 'approved' }),
  rejected: shared({ status: 'rejected', statusReason: 'The password was refused.' }),
}

interface Case {
  user: CurrentUser
  files: OwnFile[]
  logins: OwnCredential[]
}

function buildCase(person: string, document: string, login: string): Case {
  const user = fakePartner(people[person])
  const deletedOn = user.status === 'pending' ? null : '2056-12-23T16:40:00.000Z'
  const logins = (shareds[login] ?? []).map((one) => ({ ...one, deletedOn }))
  return { user, files: documents[document] ?? [], logins }
}

/** The page, and what shows another case on it, as when something has changed. */
async function show(first: Case): Promise<(next: Case) => Promise<void>> {
  api.routes['GET /api/user'] = { body: first.user }
  api.routes['GET /api/files'] = { body: first.files }
  api.routes['GET /api/credit-credentials'] = { body: first.logins }
  api.routes['GET /api/match'] = { body: null }
  api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <DashboardPage />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(all('h1, [id=documents-title]')).toHaveLength(2))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  return ({ user, files, logins }) =>
    act(async () => {
      client.setQueryData(sessionKey, user)
      client.setQueryData(filesQuery.queryKey, files)
      client.setQueryData(ownCredentialsQuery.queryKey, logins)
      // After the page has these.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    })
}

// Not by role: to find out what everything on the page is took most of the time of 180 pages.
const all = (selector: string) => [...document.querySelectorAll(selector)]
const page = () => document.body.textContent ?? ''
const says = (text: string | RegExp) =>
  typeof text === 'string' ? page().includes(text) : text.test(page())
/** The title of what leads the page, if anything is needed. */
const needed = () => document.getElementById('needed-title')?.textContent ?? null
const isAsked = () => document.getElementById('question-title') !== null
const listAt = (title: string) =>
  document.getElementById(title)?.closest('section')?.innerHTML ?? ''
const isRejected = ({ status }: { status: string }) => status === 'rejected'

/** Each says what must hold of a page, whatever is on it. */
const rules: Record<string, (shown: Case) => void> = {
  'the header, the panel and the steps give the person one status'({ user }) {
    const title = {
      pending: 'Application Under Review',
      approved: 'Application Approved',
      rejected: 'Application Not Approved',
    }[user.status]
    const status = document.getElementById('status-title')?.closest('section')
    expect(status?.querySelector('h3')).toHaveTextContent(title)
    const badges = all('header')[0]?.textContent?.match(/Pending|Approved|Rejected/g)
    expect(badges).toEqual([expect.stringMatching(new RegExp(user.status, 'i'))])
    expect(says(/Approved Nov 23, 2026/)).toBe(user.status === 'approved')
    expect(says(/Not approved Nov 23, 2026/)).toBe(user.status === 'rejected')
  },
  'exactly one step is now'() {
    expect(page().match(/Now: /g)).toHaveLength(1)
  },
  'either something is needed, or nothing is to be done'({ user }) {
    const isNeeded = needed() !== null || isAsked()
    if (isNeeded) expect(says('You don’t need to do anything')).toBe(false)
    const nothingIsOpen = !isNeeded && document.getElementById('open-steps') === null
    if (user.status === 'pending') expect(says('You don’t need to do anything')).toBe(nothingIsOpen)
    if (user.status === 'rejected') expect(isNeeded).toBe(false)
    expect(says(/Waiting for (a new document|your proof)/)).toBe(
      isNeeded && user.status === 'pending' && !isAsked(),
    )
  },
  'a question leads the page, can be answered, and stops the clock'({ user }) {
    const isOpen = user.question !== undefined
    expect(isAsked()).toBe(isOpen)
    if (isOpen)
      expect(all('main h2, main [role=heading]')[0]).toHaveTextContent('We have a question for you')
    expect(all('textarea[name=answer]')).toHaveLength(isOpen ? 1 : 0)
    expect(says('Waiting for your answer')).toBe(isOpen)
    expect(says('Your review is paused until we hear from you')).toBe(isOpen)
  },
  'a document that is asked for is there, is rejected, and can be replaced'({ user, files }) {
    const asks = all('button[aria-label^="Replace This Document"]')
    const most = files.filter(isRejected).length
    expect(asks.length).toBeLessThanOrEqual(most)
    if (user.status === 'pending') expect(asks).toHaveLength(most)
  },
  'proof is asked for where there is none, and only there'({ user, files, logins }) {
    const hasProof = [...files, ...logins].some((one) => !isRejected(one))
    const isMissing = user.status === 'pending' && !hasProof && !files.some(isRejected)
    expect(needed() === 'We need proof of your credit').toBe(isMissing)
    if (!hasProof) expect(says('We have your proof of credit')).toBe(false)
  },
  'a decision is promised only to who waits for one'({ user }) {
    const promised = says(/Decision by |Taking longer than usual/)
    if (user.status !== 'pending') expect(promised).toBe(false)
    if (promised) expect(needed()).toBeNull()
    const isReviewed = says(/In the queue|A reviewer opened|Waiting for a virus check/)
    if (isReviewed) expect(promised).toBe(true)
  },
  'what was opened is pending, and no one says that nothing was'({ logins }) {
    const [, opened = ''] = /A reviewer opened (.*?) on /.exec(page()) ?? []
    if (opened) {
      expect(says('In the queue')).toBe(false)
      for (const { serviceName, status } of logins)
        if (opened.includes(serviceName)) expect(status).toBe('pending')
    }
    if (says('In the queue')) expect(says(/Last opened by our team/)).toBe(false)
  },
  'nothing waits for a decision that came after it'({ user, files, logins }) {
    const waits = [
      ...files.filter(({ status }) => status === 'pending').map(({ uploadedAt }) => uploadedAt),
      ...logins.filter(({ status }) => status === 'pending').map(({ sharedAt }) => sharedAt),
    ].filter((at) => user.status === 'pending' || at > decidedAt)
    const lists = listAt('documents-title') + listAt('logins-title')
    expect(lists.match(/Pending</g) ?? []).toHaveLength(waits.length)
  },
  'a login is to be used or to be deleted, never both'({ user, logins }) {
    const willUse = says('Our team will get your report')
    const willDelete = says('We’ll delete it on')
    expect(willUse && willDelete).toBe(false)
    if (logins.length > 0) expect(willDelete).toBe(user.status !== 'pending')
    const corrections = all('button[aria-label^="Correct login"]')
    expect(corrections).toHaveLength(user.status === 'pending' ? logins.length : 0)
  },
  'documents are spoken of only where there are some'({ files }) {
    if (files.length === 0) expect(says('You can still see your documents')).toBe(false)
  },
}

describe.each(Object.keys(people))('a person who is %s', (person) => {
  it.each(Object.keys(documents))('with documents: %s, whatever login was shared', async (sent) => {
    const showNext = await show(buildCase(person, sent, 'none'))
    for (const login of Object.keys(shareds)) {
      const shown = buildCase(person, sent, login)
      await showNext(shown)
      for (const [rule, holds] of Object.entries(rules)) {
        try {
          holds(shown)
        } catch (error) {
          throw new Error(`Shared login: ${login}. ${rule}`, { cause: error })
        }
      }
    }
  })
})

const met: Partial<OwnMatch> = {
  state: 'met',
  startsAt: '2026-11-23T20:00:00.000Z',
  endsAt: '2026-11-23T20:45:00.000Z',
}
const booked: Partial<OwnMatch> = {
  state: 'booked',
  startsAt: '2026-12-04T20:00:00.000Z',
  endsAt: '2026-12-04T20:45:00.000Z',
}

const matches: Record<string, Partial<OwnMatch> | null> = {
  'has none yet': null,
  'has times to choose from': {},
  'has chosen times': { chosenTimes: ['2026-12-01T20:00:00.000Z'] },
  'has no time that works': { chosenTimes: [], newTimes: 'finding' },
  'shares no time': { chosenTimes: ['2026-12-01T20:00:00.000Z'], newTimes: 'no-overlap' },
  'will meet': booked,
  'has just met': { ...met, state: 'booked' },
  'is asked for an answer': met,
  'has accepted': { ...met, answer: 'accepted' },
  'has a match': { ...met, state: 'succeeded', answer: 'accepted' },
  'gets one more offer': { ...met, state: 'ended', afterEnd: 'one-more' },
  'gets no more offers': { ...met, state: 'ended' },
  'has declined': { ...met, state: 'ended', answer: 'declined', afterEnd: 'one-more' },
}

/** In words that only this phase has, of all that an introduction can be at. */
const said = (text: string | null | undefined) =>
  [
    /You’ll meet by Tue, Dec 1/,
    /taking longer than we promised/,
    /Choose a time to meet|Which times work/,
    /(arranging your meeting|book the first time)/,
    /finding new times/,
    /[Mm]eeting Ana on Fri, Dec 4/,
    /Your meeting was on/,
    /You’ve met Ana\. (Please|Do you)/,
    /You accepted/,
    /It’s a match/,
    /(?<!declined\. ?)We’re looking for one more/,
    /call you about what comes next/,
    /You declined/,
  ]
    .filter((one) => one.test(text ?? ''))
    .map(String)

const card = (name: string) => screen.getByRole('region', { name })

describe.each([
  ['in time', '2026-11-24T08:00:00.000Z'],
  ['later than we promised', '2026-12-02T15:00:00.000Z'],
])('an approved partner, %s,', (_, now) => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) }))
  afterEach(() => vi.useRealTimers())

  it.each(Object.keys(matches))('who %s reads the same in both cards', async (named) => {
    const match = matches[named]
    const partner = fakePartner({ status: 'approved', statusAt: '2026-11-23T16:00:00.000Z' })
    api.routes['GET /api/user'] = { body: partner }
    api.routes['GET /api/files'] = { body: [] }
    api.routes['GET /api/credit-credentials'] = { body: [] }
    api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
    api.routes['GET /api/match'] = { body: match && fakeOwnMatch(match) }
    renderPage(<DashboardPage />, '/dashboard')
    await waitFor(() =>
      expect(card('Your Introduction')).toHaveTextContent(/entrepreneur|Ana|meeting|introduction/),
    )
    const [status, introduction] = ['Application Status', 'Your Introduction'].map(
      (name) => card(name).textContent,
    )
    expect(said(status)).toEqual(said(introduction))
    expect(said(introduction).length).toBeLessThanOrEqual(1)
    // Spec section 4, for as long as there is no one to meet.
    const isToBeMatched = match === null || match?.afterEnd === 'one-more'
    expect(status?.includes('Our team will contact you to match you')).toBe(isToBeMatched)
    const isOver = ['has accepted', 'has a match', 'gets no more offers'].includes(named)
    expect(status?.includes('Our team is introducing you to Ana. Next up: your')).toBe(
      !isToBeMatched && !isOver,
    )
    expect(status).not.toMatch(/Your introduction .* is below/)
    expect(status?.match(/Now: /g)).toHaveLength(1)
  })
})
