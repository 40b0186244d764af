import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { fakeOwnFile, fakePartner } from '@tests/support/client/fake-records'
import { DashboardPage } from './dashboard-page'

const api = installFakeApi()

const sentAt = '2026-11-20T09:41:00.000Z'
const decidedAt = '2026-11-23T16:00:00.000Z'
const sentLater = '2026-11-24T08:00:00.000Z'

const report = fakeOwnFile()
const login: OwnCredential = {
  id: 3,
  serviceName: 'Score Watch',
  status: 'pending',
  statusReason: null,
  createdAt: sentAt,
}

let files: OwnFile[]
let logins: OwnCredential[]
beforeEach(() => {
  files = [report]
  logins = []
  api.routes['GET /api/files'] = () => ({ body: files })
  api.routes['GET /api/credit-credentials'] = () => ({ body: logins })
})

async function show(overrides: Partial<CurrentUser> = {}) {
  api.routes['GET /api/user'] = () => ({ body: fakePartner(overrides) })
  renderPage(<DashboardPage />, '/dashboard')
  await screen.findByText(files.length > 0 ? 'report.pdf' : 'No documents yet')
}

const region = (name: RegExp | string) => screen.getByRole('region', { name })
const status = () => region('Application Status')

describe('an application under review', () => {
  it('comes first, with dates on its steps', async () => {
    await show()
    const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
    expect(headings).toEqual(['Application Status', 'Welcome, Rosa', 'Your Documents'])
    expect(status()).toHaveTextContent('Application receivedNov 20, 2026')
    // Three business days after a Friday, which have passed or not.
    expect(status()).toHaveTextContent(/Decision usually by Nov 25, 2026|Taking longer than usual/)
    expect(status()).toHaveTextContent('You don’t need to do anything right now.')
  })

  it('with a rejected document says why and what to do, and not that there is nothing to do', async () => {
    files = [{ ...report, status: 'rejected', statusReason: 'The report is from 2024.' }]
    await show()
    expect(screen.getByText('The report is from 2024.')).toBeVisible()
    expect(screen.getByText('Please re-upload a better copy, or contact support.')).toBeVisible()
    expect(await within(status()).findByText('We need something from you')).toBeVisible()
    expect(screen.queryByText(/You don’t need to do anything/)).toBeNull()
  })
})

describe('a decided application', () => {
  it('rejected says the reason, and when one may apply again', async () => {
    const statusReason = 'Your score on the report is 655.'
    await show({ status: 'rejected', statusReason, statusAt: decidedAt })
    expect(within(status()).getByText(statusReason)).toBeVisible()
    expect(status()).toHaveTextContent('You may reapply after 90 days.')
    expect(status()).toHaveTextContent('Decided Nov 23, 2026')
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

it('a document says when its present content was sent', async () => {
  files = [{ ...report, uploadedAt: sentLater }]
  await show()
  expect(region('Your Documents')).toHaveTextContent('Nov 24, 2026')
})

it('three documents say how a fourth can be sent all the same', async () => {
  files = [report, { ...report, id: 8, fileName: 'b.pdf' }, { ...report, id: 9, fileName: 'c.pdf' }]
  await show()
  expect(screen.getByText('3 of 3 documents. Re-upload to replace one.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Upload Additional File' })).toBeNull()
})

describe('somebody who shared a login', () => {
  beforeEach(() => {
    files = []
    logins = [login]
  })

  it('sees the service, its status, and what happens next', async () => {
    await show()
    const own = await screen.findByRole('region', { name: 'Your Shared Login' })
    expect(own).toHaveTextContent('Score WatchShared Nov 20, 2026')
    expect(within(own).getByText('Pending')).toBeVisible()
    expect(own).toHaveTextContent('Our team will get your report from Score Watch.')
  })

  it('is told why it was rejected', async () => {
    logins = [{ ...login, status: 'rejected', statusReason: 'The password was refused.' }]
    await show()
    const own = await screen.findByRole('region', { name: 'Your Shared Login' })
    expect(own).toHaveTextContent('The password was refused.')
    expect(own).toHaveTextContent('Please upload your credit report instead')
    expect(screen.queryByText(/will get your report/)).toBeNull()
  })

  it.each(['approved', 'rejected'] as const)(
    'is not told that the report is still to come once %s',
    async (decision) => {
      await show({ status: decision, statusAt: decidedAt })
      const own = await screen.findByRole('region', { name: 'Your Shared Login' })
      expect(within(own).getByText('On file')).toBeVisible()
      expect(screen.queryByText(/will get your report/)).toBeNull()
    },
  )
})
