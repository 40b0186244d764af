import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import { ownCredentialsQuery } from '@/features/credentials/api'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { fakeOwnCredential, fakeOwnFile, fakePartner } from '@tests/support/client/fake-records'
import { DashboardPage } from './dashboard-page'
import { SharedLogins } from './shared-logins'
import { getApplicationStatus } from './application-status'

const api = installFakeApi()
const path = '/api/credit-credentials'
const login = fakeOwnCredential()

let logins: OwnCredential[]
beforeEach(() => {
  logins = [login]
  api.routes[`GET ${path}`] = () => ({ body: logins })
})

/** As shown on the dashboard. */
function OwnLogins({ user }: { user: CurrentUser }) {
  const { data } = useQuery(ownCredentialsQuery)
  const listed = data ?? []
  return (
    <SharedLogins
      user={user}
      application={getApplicationStatus(user, [], listed)}
      logins={listed}
    />
  )
}

async function show(overrides: Partial<CurrentUser> = {}) {
  renderPage(<OwnLogins user={fakePartner(overrides)} />, '/dashboard')
  await screen.findByText('Score Watch')
  return screen.getByRole('region', { name: /^Your Shared Login/ })
}

/** What the browser's question is answered with. */
function answer(...answers: boolean[]) {
  const confirm = vi.fn<typeof window.confirm>()
  for (const one of answers) confirm.mockReturnValueOnce(one)
  vi.stubGlobal('confirm', confirm)
  return confirm
}
const button = (name: string) => screen.getByRole('button', { name })

describe('a shared login', () => {
  it('shows service, user name, status, and that no one has opened it yet', async () => {
    const own = await show()
    expect(own).toHaveTextContent(
      'Score WatchPendingrosa@score-watch.exampleShared Nov 20, 2026 · Not opened by our team yet',
    )
    expect(within(own).getByText('Pending')).toBeVisible()
    expect(own).toHaveTextContent('Our team will get your report from Score Watch.')
  })

  it('says when staff looked, and that it was corrected', async () => {
    const sharedAt = '2026-11-21T09:00:00.000Z'
    logins = [{ ...login, sharedAt, lastOpenedAt: '2026-11-23T16:05:00.000Z' }]
    expect(await show()).toHaveTextContent(
      /Corrected Nov 21, 2026 · Last opened by our team Nov 23, 2026, \d+:05/,
    )
  })

  it('is told why it was rejected, and can be corrected', async () => {
    logins = [{ ...login, status: 'rejected', statusReason: 'The password was refused.' }]
    const own = await show()
    expect(own).toHaveTextContent('The password was refused.')
    expect(own).toHaveTextContent('Please correct it, or upload your credit report instead.')
    expect(screen.queryByText(/will get your report/)).toBeNull()
  })

  it.each(['approved', 'rejected'] as const)(
    'says when it is deleted once the person is %s, and can only be withdrawn',
    async (decision) => {
      logins = [{ ...login, deletedOn: '2056-12-23T16:40:00.000Z' }]
      const own = await show({ status: decision, statusAt: '2026-11-23T16:00:00.000Z' })
      expect(within(own).getByText('On file')).toBeVisible()
      expect(own).toHaveTextContent('We’ll delete it on Dec 23, 2056.')
      expect(own).toHaveTextContent(`${loginIsSealed} ${loginIsDeleted}`)
      expect(screen.queryByText(/will get your report/)).toBeNull()
      expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull()
      expect(button('Withdraw login for Score Watch')).toBeVisible()
    },
  )
})

async function open() {
  await show()
  await userEvent.click(button('Correct login for Score Watch'))
  return screen.findByRole('dialog', { name: 'Correct Your Shared Login' })
}

describe('correcting it', () => {
  it('takes the password again, and says that it is back in review', async () => {
    api.routes[`PATCH ${path}/3`] = () => {
      logins = [{ ...login, username: 'rosa' }]
      return { body: logins[0] }
    }
    const dialog = within(await open())
    expect(dialog.getByLabelText('Service name')).toHaveValue('Score Watch')
    expect(dialog.getByLabelText('Service password')).toHaveValue('')
    fill('Username', 'rosa', dialog)
    fill('Service password', 'new secret', dialog)
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(shownToast()).toEqual(['Login corrected', 'It’s back in review.']))
    expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      serviceName: 'Score Watch',
      serviceUrl: login.serviceUrl,
      username: 'rosa',
      password: 'new secret',
      notes: '',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('rosa')).toBeVisible()
  })

  it('asks for the password, and before what was typed is lost', async () => {
    const confirm = answer(false)
    const dialog = within(await open())
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
    expect(await dialog.findByText('Password is required')).toBeVisible()
    fill('Username', 'rosa2', dialog)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(confirm).toHaveBeenCalledWith('Discard your changes?')
    expect(screen.getByRole('dialog')).toBeVisible()
  })
})

const withdraw = () => userEvent.click(button('Withdraw login for Score Watch'))

async function showPage(files: unknown[]) {
  api.routes['GET /api/user'] = { body: fakePartner() }
  api.routes['GET /api/files'] = { body: files }
  renderPage(<DashboardPage />, '/dashboard')
  await screen.findByText(files.length > 0 ? 'report.pdf' : /^You shared your login for/)
  await screen.findByRole('region', { name: /^Your Shared Login/ })
}

describe('withdrawing it', () => {
  const question =
    'Are you sure you want to withdraw your login for Score Watch? We’ll delete it right away.'
  const consequence = ' You’ll need to upload a document so we can continue your review.'
  it('asks first, says what follows from it, and then asks for a document', async () => {
    const confirm = answer(false, true)
    api.routes[`DELETE ${path}/3`] = () => {
      logins = []
      return { body: { message: 'Login withdrawn' } }
    }
    await showPage([])
    await withdraw()
    expect(confirm).toHaveBeenCalledWith(question + consequence)
    expect(api.count(`DELETE ${path}/3`)).toBe(0)
    await withdraw()
    await screen.findByRole('region', { name: 'We need proof of your credit' })
    expect(shownToast()).toEqual(['Login withdrawn', 'We deleted it, password included.'])
    expect(screen.queryByRole('region', { name: /^Your Shared Login/ })).toBeNull()
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  it('with a document there, asks for nothing more', async () => {
    const confirm = answer(false)
    await showPage([fakeOwnFile()])
    await withdraw()
    expect(confirm).toHaveBeenCalledWith(question)
  })

  it('says why it did not work', async () => {
    answer(true)
    api.routes[`DELETE ${path}/3`] = () => fakeRefusal(503, 'The portal is busy.')
    await show()
    await withdraw()
    await waitFor(() =>
      expect(shownToast()).toEqual(['Your login was not withdrawn', 'The portal is busy.']),
    )
  })
})
