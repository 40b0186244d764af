import { useMutation } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { getErrorMessage, request } from '@/lib/http'
import { checkSession, sessionKey } from '@/lib/session'
import { createQueryClient } from '@/lib/query-client'
import { forgetSession, rememberSession } from '@/lib/session-hint'
import { requestWithPassword } from '@/lib/request-with-password'
import { isFormLoading } from '@/lib/lazy-part'
import { upload } from '@/lib/upload'
import { useShortcuts } from '@/lib/use-shortcuts'
import { holdFetch, installFakeApi } from '@tests/support/client/fake-api'
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

const approve = vi.fn()

function Page() {
  useShortcuts({ a: approve })
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

async function confirm(code = '123456'): Promise<void> {
  const asked = await dialog()
  expect(await asked.findByLabelText('Your password')).toHaveValue('')
  fill('Your password', 'the present one', asked)
  fill('Authentication code', code, asked)
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
  open()
})

const open = () =>
  render(
    <Providers>
      <Page />
    </Providers>,
  )

/** The first request of the dialog's code waits, and fails when the test says so. */
const chunk = vi.hoisted(() => ({ isAsked: false, fail: () => {} }))
vi.mock('@/features/accounts/reauthentication-dialog', (load) => {
  if (chunk.isAsked) return load()
  chunk.isAsked = true
  return new Promise((_, reject) => {
    chunk.fail = () => reject(new Error('Failed to fetch dynamically imported module'))
  })
})

it('no key acts while the dialog is loading; where it can’t be loaded, the call fails, and asks again the next time', async () => {
  await press('Change')
  await waitFor(() => expect(isFormLoading()).toBe(true))
  fireEvent.keyDown(document.body, { key: 'a' })
  chunk.fail()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(needed))
  expect(approve).not.toHaveBeenCalled()
  await press('Change')
  await confirm()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Done.'))
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

it('a call that was sent before its question was closed says what came of it', async () => {
  await press('Ask Each Time')
  const answer = holdFetch('/api/payee')
  await confirm()
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('to,currentPassword,code'),
  )
})

it('each of two calls that take the password along has a code of its own', async () => {
  const codes: unknown[] = []
  api.routes['PUT /api/payee'] = ({ body }) => {
    codes.push(body)
    return { body: 'Done.' }
  }
  await userEvent.dblClick(screen.getByRole('button', { name: 'Ask Each Time' }))
  await confirm('123456')
  await waitFor(() => expect(codes).toHaveLength(1))
  await confirm('654321')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(codes).toMatchObject([{ code: '123456' }, { code: '654321' }])
})

it('nothing is sent with a password whose question was closed', async () => {
  await press('Change')
  await dialog()
  fireEvent.click(screen.getByText('Ask Each Time'))
  const answer = holdFetch('/api/reauthenticate')
  await confirm()
  await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }))
  const next = await dialog()
  expect(next.getByText(question)).toBeVisible()
  answer()
  await waitFor(() => expect(api.calls).toContain('POST /api/reauthenticate'))
  await userEvent.click(next.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(needed))
  expect(api.count('PUT /api/payee')).toBe(0)
})

it('whether a code is needed is asked with the dialog, not before, and not when a window is looked at again', async () => {
  const state = 'GET /api/second-factor'
  look()
  expect(api.count(state)).toBe(0)
  await press('Change')
  await (await dialog()).findByLabelText('Authentication code')
  look()
  await confirm()
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
