import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { fakeOwnCredential, fakeOwnFile, fakePartner } from '@tests/support/client/fake-records'
import { DashboardPage } from './dashboard-page'

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

const region = (name: RegExp | string) => screen.getByRole('region', { name })
const status = () => region('Application Status')
const needed = () => screen.queryByRole('region', { name: /^We need/ })
const steps = () =>
  within(status())
    .getAllByRole('listitem')
    .map((step) => step.textContent)
const headings = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

describe('an application under review', () => {
  it('comes first, with whether anyone has looked at it and by when it is decided', async () => {
    await show()
    const order = 'Application Status; Welcome, Rosa; Your Documents'
    expect(headings().slice(0, 3).join('; ')).toBe(order)
    expect(steps()[1]).toBe('Now: Credit verificationIn the queue')
    expect(steps()[2]).toBe('Later: Decision by Wed, Nov 25')
    expect(status()).toHaveTextContent('The typical review takes 2-3 business days.')
    await waitFor(() =>
      expect(status()).toHaveTextContent('You don’t need to do anything right now.'),
    )
  })

  it('lists the open steps, and no longer says that there is nothing to do', async () => {
    api.routes['GET /api/profile-completion'] = {
      body: { percent: 60, steps: [{ step: 'email', isDone: false }] },
    }
    await show()
    expect(await within(status()).findByText('Confirm your email')).toBeVisible()
    expect(status()).not.toHaveTextContent('You don’t need to do anything')
  })

  it('says where we email, for the hour in which that can be corrected', async () => {
    api.routes['GET /api/mail-status'] = { body: { configured: true } }
    const correctableUntil = '2026-11-21T15:30:00.000Z'
    api.routes['GET /api/email-change'] = { body: { waiting: null, correctableUntil } }
    await show({ createdAt: '2026-11-21T14:30:00.000Z' })
    await within(status()).findByRole('button', { name: 'Correct your email' })
    expect(status()).toHaveTextContent('We’ll email you at rosa@partner.example.')
    cleanup()
    await show({ createdAt: '2026-11-21T13:30:00.000Z' })
    expect(status()).not.toHaveTextContent('rosa@partner.example')
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
    await userEvent.click(screen.getByRole('button', { name: 'Replace This Document: report.pdf' }))
    const better = new File(['%PDF-1.4'], 'better.pdf', { type: 'application/pdf' })
    await userEvent.upload(screen.getByLabelText('The new document'), better)
    await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
    await waitFor(() => expect(shownToast()).toEqual(['File re-uploaded successfully']))
    await waitFor(() => expect(needed()).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Your Documents' })).toHaveFocus()
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
    expect(within(status()).getByText(statusReason)).toBeVisible()
    expect(status()).toHaveTextContent('You may reapply after 90 days.')
    expect(steps().at(-1)).toBe('Now: Contact supportYou may reapply from Feb 21, 2027')
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
