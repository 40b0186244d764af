import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MonitoringCredential } from '@shared/credentials'
import { fakePage, fakeRefusal, shownToast, installFakeApi } from '@tests/support/client/fake-api'
import { credentialColumns } from '@tests/support/client/list-columns'
import { fakeCredential } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { CredentialsPage } from './credentials-page'

const api = installFakeApi()

const zoes = fakeCredential({
  password: ' p4ss <b>word ',
  notes: 'Call first.\nSecurity question: blue.',
})
const bare = fakeCredential({
  id: 3,
  serviceName: 'Bare',
  serviceUrl: 'javascript:alert(1)',
  userId: null,
  owner: null,
  password: 'plain',
})

let credentials: MonitoringCredential[]

beforeEach(() => {
  credentials = [zoes, bare]
  api.routes['GET /api/admin/credentials'] = () => fakePage(credentials)
})

async function show() {
  renderPage(<CredentialsPage />, '/admin/credentials')
  await screen.findByText(/\d logins?$/)
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const hide = () => screen.getByRole('switch', { name: 'Hide passwords' })

describe('the list of credentials', () => {
  it('shows every column, passwords as they are', async () => {
    await show()
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
    expect(headers).toEqual(credentialColumns)
    expect(row('Score Watch').querySelector('code')?.textContent).toBe(' p4ss <b>word ')
    expect(within(row('Bare')).getAllByText('N/A')[0]).toBeVisible()
    const [owner] = within(row('Score Watch')).getAllByRole('link', { name: 'Zoë Núñez' })
    expect(owner).toHaveAttribute('href', '/admin/users?open=9')
    expect(screen.getByText('Only one designated admin account has access')).toBeVisible()
  })

  it('is never fetched ahead: every view of passwords is recorded', async () => {
    const headers = { 'X-Total-Count': '60', Link: '</api/admin/credentials?cursor=3>; rel="next"' }
    api.routes['GET /api/admin/credentials'] = () => ({ body: credentials, headers })
    await show()
    const next = screen.getByRole('button', { name: 'Next Page' })
    await userEvent.hover(next)
    next.focus()
    expect(api.requests.filter(({ path }) => path.includes('cursor='))).toEqual([])
  })

  it('hides the passwords when asked to, here and on the next visit, and shows one by one', async () => {
    await show()
    await userEvent.click(hide())
    cleanup()
    await show()
    expect(hide()).toBeChecked()
    expect(screen.queryByText('plain')).toBeNull()
    expect(screen.getAllByRole('button', { name: /^Show password for / })).toHaveLength(2)
    await click('Show password for Bare')
    expect(screen.getByText('plain')).toBeVisible()
    expect(row('Score Watch').querySelector('code')).toBeNull()
    await click('Hide password for Bare')
    expect(screen.queryByText('plain')).toBeNull()
    await userEvent.click(hide())
    expect(screen.getByText('plain')).toBeVisible()
  })

  it('links to web addresses only', async () => {
    await show()
    const links = screen.getAllByRole('link', { name: 'score-watch.example/login' })
    for (const link of links) {
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      expect(link).toHaveAttribute('href', 'https://score-watch.example/login')
    }
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull()
    expect(screen.getAllByText('javascript:alert(1)')[0]).toBeVisible()
  })

  it('offers notes only where there are any', async () => {
    const alert = vi.fn()
    vi.stubGlobal('alert', alert)
    await show()
    await click('Notes for Score Watch')
    expect(alert).toHaveBeenCalledWith('Call first.\nSecurity question: blue.')
    expect(screen.queryByRole('button', { name: 'Notes for Bare' })).toBeNull()
  })

  it('says so when there are none', async () => {
    credentials = []
    await show()
    const empty = 'No credit monitoring credentials have been submitted yet.'
    expect(screen.getByText(empty)).toBeVisible()
  })
})

describe('deciding and deleting', () => {
  it('sets a status, and says how it went', async () => {
    const path = 'PATCH /api/admin/credentials/4/status'
    api.routes[path] = () => fakeRefusal(500, '')
    await show()
    const select = screen.getByLabelText('Status of Score Watch')
    await userEvent.selectOptions(select, 'approved')
    const failed = ['Error updating credential status', 'Failed to update credential status']
    await waitFor(() => expect(shownToast()).toEqual(failed))
    api.routes[path] = ({ body }) => {
      const basedOn = { basedOn: 'pending', basedOnVersion: 'version-1' }
      expect(body).toEqual({ status: 'approved', ...basedOn, accepts: [] })
      credentials = [{ ...zoes, status: 'approved' }, bare]
      return { body: { ...credentials[0], decisionId: 31 } }
    }
    await userEvent.selectOptions(select, 'approved')
    const done = ['Credential status updated successfully', 'Approved Score Watch']
    await waitFor(() => expect(shownToast()).toEqual(done))
    expect(select).toHaveValue('approved')
  })

  it('deletes after a yes only', async () => {
    const confirm = vi.fn(() => false)
    vi.stubGlobal('confirm', confirm)
    const path = 'DELETE /api/admin/credentials/4'
    api.routes[path] = () => fakeRefusal(503, 'The portal is busy.')
    await show()
    await click('Delete credentials for Score Watch')
    expect(confirm).toHaveBeenCalledWith(
      'Are you sure you want to delete these credentials for Score Watch?',
    )
    expect(api.count(path)).toBe(0)
    confirm.mockReturnValue(true)
    await click('Delete credentials for Score Watch')
    const failed = ['Error', 'Failed to delete credentials: The portal is busy.']
    await waitFor(() => expect(shownToast()).toEqual(failed))
    api.routes[path] = () => {
      credentials = [bare]
      return { body: { message: 'Credentials deleted' } }
    }
    await click('Delete credentials for Score Watch')
    await waitFor(() => expect(shownToast()).toEqual(['Credentials deleted']))
    expect(await screen.findByText('1 login')).toBeVisible()
  })
})
