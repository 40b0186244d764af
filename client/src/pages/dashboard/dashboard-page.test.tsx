import { screen, waitFor, within } from '@testing-library/react'
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
})
afterEach(() => vi.useRealTimers())

/** On a day of 2026, when nothing else is said the day after the application. */
async function show(overrides: Partial<CurrentUser> = {}, now = '2026-11-21T15:00:00.000Z') {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
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
  it('comes first, with what is looked at and by when it is decided', async () => {
    await show()
    const order = 'Application Status; Welcome, Rosa; Your Documents'
    expect(headings().slice(0, 3).join('; ')).toBe(order)
    expect(steps()).toEqual([
      'Done: Application receivedNov 20, 2026',
      'Now: Credit verificationWe’re looking at report.pdf',
      'Later: Decision by Wed, Nov 25',
      'Later: Matching with an entrepreneur',
    ])
    expect(status()).toHaveTextContent('The typical review takes 2-3 business days.')
    expect(status()).toHaveTextContent('You don’t need to do anything right now.')
  })

  it('names everything that is looked at, and what waits for its virus check not at all', async () => {
    files = [report, fakeOwnFile({ id: 8, fileName: 'new.pdf', quarantine: 'waiting' })]
    logins = [login]
    await show()
    expect(steps()[1]).toBe(
      'Now: Credit verificationWe’re looking at report.pdf and your login for Score Watch',
    )
  })

  it('whose only document waits for its virus check says that', async () => {
    files = [{ ...report, quarantine: 'waiting' }]
    await show()
    expect(steps()[1]).toBe('Now: Credit verificationWaiting for a virus check')
  })

  it('with all proof approved waits for the decision', async () => {
    files = [{ ...report, status: 'approved' }]
    await show()
    expect(steps().slice(1, 3)).toEqual([
      'Done: Credit verification',
      'Now: Decision by Wed, Nov 25',
    ])
  })

  it('after the promised day owns up to it', async () => {
    await show({}, '2026-11-25T22:00:01.000Z')
    expect(steps()[2]).toBe('Later: DecisionTaking longer than usual. We’re still on it.')
  })

  it('is given as long again from the day on which a document was replaced', async () => {
    files = [{ ...report, uploadedAt: '2026-12-01T15:00:00.000Z' }]
    await show({}, '2026-12-02T15:00:00.000Z')
    expect(steps()[2]).toBe('Later: Decision by Fri, Dec 4')
  })

  it('is not put off by one more document', async () => {
    files = [report, fakeOwnFile({ id: 8, uploadedAt: '2026-11-24T15:00:00.000Z' })]
    await show()
    expect(steps()[2]).toBe('Later: Decision by Wed, Nov 25')
  })

  it('that was reopened says when, and counts from then', async () => {
    await show({ statusAt: '2026-12-01T15:00:00.000Z' }, '2026-12-02T15:00:00.000Z')
    expect(steps().slice(1)).toEqual([
      'Done: Review reopenedDec 1, 2026',
      'Now: Credit verificationWe’re looking at report.pdf',
      'Later: Decision by Fri, Dec 4',
      'Later: Matching with an entrepreneur',
    ])
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
    expect(steps().slice(1, 3)).toEqual([
      'Now: Credit verificationWaiting for a new document',
      'Later: DecisionUsually 2-3 business days after that',
    ])
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
    expect(steps()[1]).toBe('Now: Credit verificationWaiting for your proof of credit')
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
    expect(steps().slice(1)).toEqual([
      'Done: Credit verification',
      'Done: DecisionNot approved Nov 23, 2026',
      'Now: Contact supportYou may reapply from Feb 21, 2027',
    ])
  })

  it('approved says when, and by when we are in touch', async () => {
    await show({ status: 'approved', statusAt: decidedAt }, '2026-11-24T15:00:00.000Z')
    expect(steps().slice(2)).toEqual([
      'Done: DecisionApproved Nov 23, 2026',
      'Now: Matching with an entrepreneurWe’ll contact you by Wed, Nov 25',
    ])
  })

  it('approved long ago promises no day that has passed', async () => {
    await show({ status: 'approved', statusAt: decidedAt }, '2026-12-24T15:00:00.000Z')
    expect(steps()[3]).toBe('Now: Matching with an entrepreneur')
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

it('documents that could not be loaded are not taken for missing ones', async () => {
  api.routes['GET /api/files'] = () => fakeRefusal(500, '')
  api.routes['GET /api/user'] = () => ({ body: fakePartner() })
  renderPage(<DashboardPage />, '/dashboard')
  await screen.findByText('Your documents could not be loaded')
  expect(needed()).toBeNull()
  expect(screen.queryByText(/We have your proof/)).toBeNull()
})
