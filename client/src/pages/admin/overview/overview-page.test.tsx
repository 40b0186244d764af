import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { ReviewStatus } from '@shared/review'
import { fakePage, fakeRefusal, shownToast, installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
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

beforeEach(() => {
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

const show = () => renderPage(<OverviewPage />, '/admin')
const approve = (id: number) =>
  screen.findByRole('button', { name: `Approve credentials for Service ${id}` })
const reject = (id: number) =>
  screen.findByRole('button', { name: `Reject credentials for Service ${id}` })
const count = async (label: string) => {
  const cards = within(screen.getByRole('list', { name: 'Counts' }))
  const card = cards.getAllByRole('listitem').find((item) => item.textContent?.startsWith(label))
  return card?.textContent
}

it('counts what there is, and says why two counts are 0', async () => {
  show()
  await waitFor(async () => expect(await count('Users')).toBe('Users1,234'))
  expect(await count('Credit Reports')).toBe('Credit Reports10,000+')
  expect(await count('Monitoring')).toBe('Monitoring Credentials3')
  expect(await count('Entrepreneurs')).toBe('Entrepreneurs0Not tracked yet.')
  expect(await count('Partner Approvals')).toBe('Partner Approvals0Not tracked yet.')
})

it('shows the newest files and users with dates as Americans write them', async () => {
  show()
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
    return { body: credential(1, 'approved') }
  }
  show()
  expect(await approve(2)).toBeDisabled()
  expect(await reject(2)).toBeEnabled()
  expect(await reject(3)).toBeDisabled()
  await userEvent.click(await approve(1))
  await waitFor(() => expect(shownToast()).toEqual(['Credential status updated successfully']))
})

it('keeps the rest when one list cannot be loaded', async () => {
  api.routes['GET /api/admin/files'] = () => fakeRefusal(503, 'The portal is busy.')
  show()
  expect(await screen.findByText('This list could not be loaded')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Zoë Núñez' })).toBeVisible()
})
