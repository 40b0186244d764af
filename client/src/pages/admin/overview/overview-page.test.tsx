import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { ReviewStatus } from '@shared/review'
import { fakePage, fakeRefusal, shownToast, installFakeApi } from '@tests/support/client/fake-api'
import { fakeTodaysMeeting } from '@tests/support/client/fake-matches'
import { quietOverview } from '@tests/support/samples/quiet-overview'
import { renderPage } from '@tests/support/client/render-page'
import { SettingsPage } from '../settings/settings-page'
import { OverviewPage } from './overview-page'

const api = installFakeApi()
const createdAt = '2026-11-20T17:41:00.000Z'
const review = { status: 'pending', statusReason: null, createdAt }
const owner = { firstName: 'Zoë', lastName: 'Núñez', email: 'zoe@example.com', phoneNumber: '1' }

const credential = (id: number, status: ReviewStatus) => ({
  ...review,
  id,
  status,
  serviceName: `Service ${id}`,
  username: 'zoe',
  serviceUrl: 'https://score-watch.example',
  userId: 1,
  owner: { firstName: 'Zoë', lastName: 'Núñez' },
})

const counted = (rows: readonly unknown[], total: number) => ({
  ...fakePage(rows),
  headers: { 'X-Total-Count': String(total) },
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

beforeEach(() => {
  api.routes['GET /api/admin/overview'] = { body: quietOverview() }
  api.routes['GET /api/admin/todays-meetings'] = { body: [] }
  api.routes['GET /api/admin/users'] = ({ url }) => {
    expect(url.searchParams.get('limit')).toBe('5')
    return counted([{ ...review, ...owner, id: 1, isAdmin: 0, contactConsent: false }], 1234)
  }
  api.routes['GET /api/admin/files'] = ({ url }) => {
    expect(url.searchParams.get('limit')).toBe('5')
    const file = { ...review, id: 2, fileName: 'a.pdf', uploadKey: 'k' }
    return counted(
      [
        { ...file, owner },
        { ...file, id: 1, fileName: 'b.pdf', owner: null },
      ],
      10_001,
    )
  }
  api.routes['GET /api/admin/credentials/overview'] = ({ url }) => {
    expect(url.searchParams.get('limit')).toBe('5')
    const unclaimed = { ...credential(3, 'rejected'), userId: null, owner: null }
    return fakePage([credential(1, 'pending'), credential(2, 'approved'), unclaimed])
  }
})

async function show() {
  const shown = renderPage(<OverviewPage />, '/admin')
  await screen.findByRole('list', { name: 'Counts' })
  return shown
}
const approve = (id: number) =>
  screen.findByRole('button', { name: `Approve credentials for Service ${id}` })
const reject = (id: number) =>
  screen.findByRole('button', { name: `Reject credentials for Service ${id}` })
const count = (label: string) => {
  const cards = within(screen.getByRole('list', { name: 'Counts' }))
  const card = cards.getAllByRole('listitem').find((item) => item.textContent?.startsWith(label))
  return card?.textContent
}

it('counts what there is', async () => {
  const introductions = { entrepreneurs: 14, succeeded: 3, needYou: 0, waiting: 0, overdue: 0 }
  api.routes['GET /api/admin/overview'] = { body: quietOverview({ introductions }) }
  await show()
  await waitFor(() => expect(count('Users')).toBe('Users1,234'))
  expect(count('Credit Reports')).toBe('Credit Reports10,000+')
  expect(count('Monitoring')).toBe('Monitoring Credentials3')
  expect(count('Entrepreneurs')).toBe('Entrepreneurs14')
  expect(count('Partner Approvals')).toBe('Partner Approvals3Both sides accepted')
})

it('shows the newest files and users with dates as Americans write them', async () => {
  await show()
  const files = within(screen.getByRole('region', { name: 'Recent File Uploads' }))
  const link = await files.findByRole('link', { name: 'a.pdf' })
  expect(link).toHaveAttribute('href', '/admin/reports?open=2')
  expect(files.getByText('No User Account')).toBeVisible()
  expect(files.getAllByText(/^Nov \d+, 2026, \d+:41\s[AP]M$/)).toHaveLength(2)
  await seeRecentUser()
})

async function seeRecentUser() {
  const users = within(screen.getByRole('region', { name: 'Recent Users' }))
  expect(await users.findByRole('link', { name: 'Zoë Núñez' })).toBeVisible()
}

it('decides about credentials, without asking for their passwords', async () => {
  api.routes['PATCH /api/admin/credentials/1/status'] = ({ body }) => {
    expect(body).toEqual({ status: 'approved', basedOn: 'pending', accepts: [] })
    return { body: { ...credential(1, 'approved'), decisionId: 31 } }
  }
  await show()
  const logins = within(screen.getByRole('region', { name: 'Monitoring Credentials' }))
  const [link] = await logins.findAllByRole('link', { name: 'Zoë Núñez' })
  expect(link).toHaveAttribute('href', '/admin/users?open=1')
  expect(logins.getByText('N/A')).toBeVisible()
  expect(await approve(2)).toBeDisabled()
  expect(await reject(2)).toBeEnabled()
  expect(await reject(3)).toBeDisabled()
  await userEvent.click(await approve(1))
  const done = ['Credential status updated successfully', 'Approved Service 1']
  await waitFor(() => expect(shownToast()).toEqual(done))
})

it('says of each list that there is nothing yet', async () => {
  for (const list of ['users', 'files', 'credentials/overview'])
    api.routes[`GET /api/admin/${list}`] = fakePage([])
  await show()
  const noLogins = 'No credit monitoring credentials have been submitted yet.'
  for (const text of ['No files yet', 'No users yet', noLogins])
    expect(await screen.findByText(text)).toBeVisible()
})

it('keeps the rest when one list cannot be loaded', async () => {
  api.routes['GET /api/admin/files'] = () => fakeRefusal(503, 'The portal is busy.')
  await show()
  expect(await screen.findByText('This list could not be loaded')).toBeVisible()
  await seeRecentUser()
})

const chartRows = () =>
  within(screen.getByRole('table', { name: /^Applications/ })).getAllByRole('row')

const toDo = () => within(screen.getByRole('region', { name: 'To do' }))
const linksToDo = () =>
  toDo()
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

it('says who waits and what else there is to do, and leads to each', async () => {
  api.routes['GET /api/admin/overview'] = {
    body: quietOverview({
      pending: {
        count: 156,
        overdue: 3,
        oldest: { id: 1, firstName: 'Ada', lastName: 'Park', since: hoursAgo(80) },
        asked: 2,
        snoozed: { count: 3, overdue: 1 },
      },
      introductions: { entrepreneurs: 0, succeeded: 0, needYou: 2, waiting: 5, overdue: 1 },
      unread: { messages: 4, referrals: 1 },
      failedMails: 2,
      emailChanges: 1,
      bouncedEmails: 2,
      money: { held: 3, drafts: 1 },
      quarantined: { waiting: 1, infected: 2 },
    }),
  }
  await show()
  expect(toDo().getByText('156 people waiting, oldest 3 d 8 h')).toBeVisible()
  const late = '3 people have waited over 48 hours. We promise 24 to 48 hours.'
  expect(toDo().getByText(late)).toBeVisible()
  expect(linksToDo()).toEqual([
    ['2 people owe you an answer', '/admin/users?status=asked'],
    ['3 people are set aside, 1 of them over 48 hours', '/admin/users?status=snoozed'],
    ['Show All', '/admin/users?status=pending&sort=oldest'],
    ['Review Next', '/admin/users?status=pending&sort=oldest&open=1'],
    ['4 unread messages', '/admin/messages?status=new'],
    ['1 unread referral', '/admin/messages?tab=referrals&status=new'],
    ['2 introductions that need you', '/admin/matching'],
    ['5 partners waiting for a match', '/admin/matching'],
    ['2 emails that failed', '/admin/email?tab=outbox&status=failed'],
    ['1 new email to confirm', '/admin/users?emailChange=waiting'],
    ['2 people whose email bounced', '/admin/users?email=bounced'],
    ['3 rewards on hold', '/admin/referrals?status=held'],
    ['1 payout run to approve', '/admin/payouts'],
    ['1 document waiting for a virus check', '/admin/reports?quarantine=waiting'],
    ['2 documents with a virus, removed', '/admin/reports?quarantine=infected'],
  ])
  expect(toDo().getByText('Nothing else needs you.')).toBeVisible()
})

it('shows nothing that is zero', async () => {
  const oldest = { id: 7, firstName: 'Ada', lastName: 'Park', since: hoursAgo(0.5) }
  api.routes['GET /api/admin/overview'] = {
    body: quietOverview({ pending: { ...quietOverview().pending, count: 1, oldest } }),
  }
  await show()
  expect(toDo().getByText('1 person waiting, oldest under 1 hour')).toBeVisible()
  expect(linksToDo()).toHaveLength(2)
  expect(toDo().queryAllByRole('listitem')).toEqual([])
})

it.each([
  [0, 'Email isn’t going out since 9:12 PM. 11 are waiting.'],
  [1, 'Email isn’t going out since 9:12 PM. 11 are waiting. 1 more problem.'],
])('says in one line what is red under System, with %d others', async (others, words) => {
  const since = new Date()
  since.setHours(21, 12)
  const trouble = {
    what: 'Email isn’t going out',
    since: since.toISOString(),
    more: '11 are waiting.',
  }
  api.routes['GET /api/admin/overview'] = {
    body: quietOverview({ trouble: { ...trouble, others } }),
  }
  await show()
  expect(screen.getByRole('link', { name: words })).toHaveAttribute('href', '/admin/system')
})

it('says so when no one waits', async () => {
  await show()
  expect(toDo().getByText('No one is waiting for a decision.')).toBeVisible()
  expect(screen.queryByRole('link', { name: /going out|problem/ })).toBeNull()
  expect(toDo().queryAllByRole('link')).toEqual([])
})

it.each([true, false])(
  'has a note in the settings unless a virus scanner is connected: %s',
  async (hasVirusCheck) => {
    api.routes['GET /api/admin/overview'] = { body: quietOverview({ hasVirusCheck }) }
    renderPage(<SettingsPage />, '/admin/settings')
    await waitFor(() => expect(api.count('GET /api/admin/overview')).toBeGreaterThan(0))
    const title = 'Uploads aren’t scanned for viruses'
    if (hasVirusCheck) expect(screen.queryByText(title)).toBeNull()
    else expect(await screen.findByText(title)).toBeVisible()
  },
)

it('draws what came in and what was decided, with a table for those who cannot see it', async () => {
  const { days } = quietOverview()
  const busy = { ...days[89], day: '2026-11-21', received: 5, decided: 3 }
  const early = { ...days[0], day: '2026-08-24', received: 2, decided: 0 }
  api.routes['GET /api/admin/overview'] = {
    body: quietOverview({
      median: { hours: 20.4, decisions: 12 },
      days: [early, ...days.slice(1, 89), busy],
    }),
  }
  const { user } = await show()
  expect(await screen.findByText('5 received and 3 decided in the last 30 days.')).toBeVisible()
  expect(chartRows()).toHaveLength(31)
  expect(chartRows().at(-1)).toHaveTextContent('Nov 2153')
  const median = 'Median decision time, 30 days: 20 hours (12 decisions).'
  expect(screen.getByText(`${median} We promise 24 to 48 hours.`)).toBeVisible()

  await user.click(screen.getByRole('button', { name: '90 Days' }))
  expect(chartRows()).toHaveLength(91)
  expect(screen.getByText('7 received and 3 decided in the last 90 days.')).toBeVisible()
  expect(window.location.search).toBe('?days=90')
  cleanup()
  renderPage(<OverviewPage />, '/admin?days=90')
  expect(await screen.findByRole('button', { name: '90 Days', pressed: true })).toBeVisible()
})

it('says so when the median is that of the newest decisions only', async () => {
  const median = { hours: 20.4, decisions: 1000 }
  api.routes['GET /api/admin/overview'] = { body: quietOverview({ median }) }
  await show()
  const said = /^Median decision time, newest 1,000 decisions: 20 hours\./
  expect(await screen.findByText(said)).toBeVisible()
})

it('begins with today’s meetings', async () => {
  api.routes['GET /api/admin/todays-meetings'] = { body: [fakeTodaysMeeting()] }
  await show()
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first).toHaveTextContent('Today’s Meetings')
  const join = screen.getByRole('link', { name: 'Join: Jordan and Ana' })
  expect(join).toHaveAttribute('href', 'https://zoom.example/j/1')
})

it('keeps the lists when the overview cannot be loaded', async () => {
  api.routes['GET /api/admin/overview'] = () => fakeRefusal(503, 'The portal is busy.')
  await show()
  expect(await screen.findByText('The overview could not be loaded')).toBeVisible()
  await seeRecentUser()
})
