import { useMutation } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { getErrorMessage, request } from '@/lib/http'
import { checkSession, sessionKey } from '@/lib/session'
import { createQueryClient } from '@/lib/query-client'
import { forgetSession, rememberSession } from '@/lib/known-session'
import { requestWithPassword } from '@/lib/request-with-password'
import { upload } from '@/lib/upload'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { Providers } from './providers'

const api = installFakeApi()
const question = 'Your payee changes, so we ask each time.'
const file = new File(['%PDF-'], 'report.pdf')

/** Every way to make a call, none of which says that the server may want the password. */
const calls = {
  Change: () => request<string>('/api/guarded', { method: 'POST', body: { to: 'me' } }),
  Read: () => request<string>('/api/guarded'),
  Send: () =>
    upload<string>('/api/guarded', file, {
      onProgress: () => undefined,
      signal: new AbortController().signal,
    }),
  'Ask Each Time': () =>
    requestWithPassword<string>(
      '/api/payee',
      { method: 'PUT', body: { to: 'me' } },
      { why: question },
    ),
}

function Page() {
  const calling = useMutation({ mutationFn: (name: keyof typeof calls) => calls[name]() })
  return (
    <>
      {(['Change', 'Read', 'Send', 'Ask Each Time'] as const).map((name) => (
        <button key={name} onClick={() => calling.mutate(name)}>
          {name}
        </button>
      ))}
      <p role="status">{calling.isSuccess ? calling.data : null}</p>
      <p role="alert">{calling.isError ? getErrorMessage(calling.error, 'It failed.') : null}</p>
    </>
  )
}

const look = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
const needed = 'Confirm it’s you first, with your password.'
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))

async function confirm(): Promise<void> {
  const asked = await dialog()
  await asked.findByLabelText('Your password')
  fill('Your password', 'the present one', asked)
  fill('Authentication code', '123456', asked)
  await userEvent.click(asked.getByRole('button', { name: 'Continue' }))
}

beforeEach(() => {
  let isConfirmed = false
  const guarded = () =>
    isConfirmed
      ? { body: 'Done.' }
      : { status: 403, body: { message: needed, code: 'reauthentication-required' } }
  Object.assign(api.routes, {
    'GET /api/user': { body: fakePartner() },
    'GET /api/second-factor': { body: { isOn: true, recoveryCodesLeft: 8 } },
    'GET /api/guarded': guarded,
    'POST /api/guarded': guarded,
    'PUT /api/payee': ({ body }: { body: unknown }) => ({ body: Object.keys(Object(body)).join() }),
    'POST /api/reauthenticate': ({ body }: { body: unknown }) => {
      expect(body).toEqual({ password: 'the present one', code: '123456' })
      isConfirmed = true
      return { body: { message: 'Thank you. You can continue.' } }
    },
  })
  rememberSession(fakePartner())
  render(
    <Providers>
      <Page />
    </Providers>,
  )
})

it.each(['Change', 'Read', 'Send'])(
  'a page that mounts nothing is asked for the password, and goes on: %s',
  async (call) => {
    await press(call)
    await confirm()
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Done.'))
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

it('a call that takes the password along each time says why, and proves nothing else', async () => {
  await press('Ask Each Time')
  expect((await dialog()).getByText(question)).toBeVisible()
  await confirm()
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('to,currentPassword,code'),
  )
  expect(api.calls).not.toContain('POST /api/reauthenticate')
})

it('whether a code is needed is asked with the dialog, not before, and not when a window is looked at again', async () => {
  const state = 'GET /api/second-factor'
  look()
  expect(api.count(state)).toBe(0)
  await press('Change')
  await (await dialog()).findByLabelText('Authentication code')
  look()
  expect(api.count(state)).toBe(1)
})

it('a call fails when its question is closed, or its session ends meanwhile', async () => {
  await press('Change')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(needed))

  await press('Change')
  await dialog()
  const client = createQueryClient()
  client.setQueryData(sessionKey, fakePartner())
  act(() => {
    forgetSession()
    checkSession(client)
  })
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(needed))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a call fails when the dialog can’t be loaded, and asks again the next time', async () => {
  vi.doMock('@/features/accounts/reauthentication-dialog', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  onTestFinished(() => {
    vi.doUnmock('@/features/accounts/reauthentication-dialog')
  })
  await press('Change')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(needed))
})
