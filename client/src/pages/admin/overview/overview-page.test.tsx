import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { ReviewStatus } from '@shared/review'
import { fakePage, fakeRefusal, shownToast, installFakeApi } from '@tests/support/client/fake-api'
import { quietOverview } from '@tests/support/samples/quiet-overview'
import { renderPage } from '@tests/support/client/render-page'
import { SmsPage } from '../sms/sms-page'
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
})

const counted = (rows: readonly unknown[], total: number) => ({
  ...fakePage(rows),
  headers: { 'X-Total-Count': String(total) },
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

beforeEach(() => {
  api.routes['GET /api/admin/overview'] = { body: quietOverview() }
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
  api.routes['GET /api/admin/credentials/overview'] = () =>
    fakePage([credential(1, 'pending'), credential(2, 'approved'), credential(3, 'rejected')])
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
  const users = within(screen.getByRole('region', { name: 'Recent Users' }))
  expect(await users.findByRole('link', { name: 'Zoë Núñez' })).toBeVisible()
})

it('decides about credentials, without asking for their passwords', async () => {
  api.routes['PATCH /api/admin/credentials/1/status'] = ({ body }) => {
    expect(body).toEqual({ status: 'approved', basedOn: 'pending' })
    return { body: { ...credential(1, 'approved'), decisionId: 31 } }
  }
  await show()
  expect(await approve(2)).toBeDisabled()
  expect(await reject(2)).toBeEnabled()
  expect(await reject(3)).toBeDisabled()
  await userEvent.click(await approve(1))
  const done = ['Credential status updated successfully', 'Approved Service 1']
  await waitFor(() => expect(shownToast()).toEqual(done))
})

it('keeps the rest when one list cannot be loaded', async () => {
  api.routes['GET /api/admin/files'] = () => fakeRefusal(503, 'The portal is busy.')
  await show()
  expect(await screen.findByText('This list could not be loaded')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Zoë Núñez' })).toBeVisible()
})

const chartRows = () =>
  within(screen.getByRole('table', { name: /^Applications/ })).getAllByRole('row')

const waitingCards = () => within(screen.getByRole('list', { name: 'What waits' }))

it('says what waits, and leads to the list that it counts', async () => {
  api.routes['GET /api/admin/overview'] = {
    body: quietOverview({
      pending: {
        count: 12,
        overdue: 3,
        oldest: { id: 1, firstName: 'Ada', lastName: 'Park', since: hoursAgo(80) },
      },
      introductions: { entrepreneurs: 0, succeeded: 0, needYou: 2, waiting: 5, overdue: 1 },
      unread: { messages: 4, referrals: 1 },
      failedMails: 2,
      emailChanges: 1,
      money: { held: 3, drafts: 1 },
      quarantined: { waiting: 1, infected: 1 },
    }),
  }
  await show()
  await waitingCards().findByText(/^The oldest has waited/)
  const cards = waitingCards()
    .getAllByRole('listitem')
    .map((card) => [card.textContent, within(card).getByRole('link').getAttribute('href')])
  expect(cards).toEqual([
    [
      'Pending Users12The oldest has waited 3 days. 3 people have waited over 48 hours. We promise 24 to 48 hours.',
      '/admin/users?status=pending&sort=oldest',
    ],
    ['Unread Messages4', '/admin/messages?status=new'],
    ['Unread Referrals1', '/admin/messages?tab=referrals&status=new'],
    [
      'Introductions That Need You7' +
        '5 partners wait for a match, 1 longer than the week we promise.',
      '/admin/matching',
    ],
    ['Failed Emails2See why, and send them again.', '/admin/email?tab=outbox&status=failed'],
    [
      'Email Changes1People who need you to confirm a new email.',
      '/admin/users?emailChange=waiting',
    ],
    ['Rewards on Hold3', '/admin/referrals?status=held'],
    ['Payout Runs to Approve1Ready for your review.', '/admin/payouts'],
    [
      'Documents in Quarantine21 waiting for the virus check, 1 infected.',
      '/admin/reports?quarantine=any',
    ],
  ])
})

it('says that documents are not checked for viruses, when no scanner is connected', async () => {
  api.routes['GET /api/admin/overview'] = {
    body: quietOverview({ hasVirusCheck: false, quarantined: { waiting: 2, infected: 0 } }),
  }
  await show()
  const note =
    '2 waiting for the virus check, 0 infected. Documents aren’t checked for viruses. Ask whoever runs the server to connect a virus scanner.'
  expect(await waitingCards().findByText(note)).toBeVisible()
})

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
  const median = 'Median time to a first decision, last 30 days (12): 20 hours.'
  expect(screen.getByText(`${median} We promise 24 to 48 hours.`)).toBeVisible()

  await user.click(screen.getByRole('button', { name: '90 Days' }))
  expect(chartRows()).toHaveLength(91)
  expect(screen.getByText('7 received and 3 decided in the last 90 days.')).toBeVisible()
  expect(window.location.search).toBe('?days=90')
})

it('says so when the median is that of the newest decisions only', async () => {
  const median = { hours: 20.4, decisions: 1000 }
  api.routes['GET /api/admin/overview'] = { body: quietOverview({ median }) }
  await show()
  const said = /^Median time to a first decision, newest 1,000: 20 hours\./
  expect(await screen.findByText(said)).toBeVisible()
})

it('keeps the lists when the overview cannot be loaded', async () => {
  api.routes['GET /api/admin/overview'] = () => fakeRefusal(503, 'The portal is busy.')
  await show()
  expect(await screen.findByText('The overview could not be loaded')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Zoë Núñez' })).toBeVisible()
})

it.each([
  [1, '1', /^partner agreed to receive text messages/],
  [1234, '1,234', /^partners agreed to receive text messages/],
  [10_001, '10,000+', /^partners agreed to receive text messages/],
])(
  'the SMS page says that nothing is configured, and that %i agreed',
  async (agreed, number, text) => {
    api.routes['GET /api/admin/sms'] = { body: { agreed } }
    renderPage(<SmsPage />, '/admin/sms')
    expect(screen.getByText('SMS is not configured')).toBeVisible()
    expect(await screen.findByText(number)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  },
)
