import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import {
  fakeRefusal,
  installFakeApi,
  shownToast,
  type FakeAnswer,
} from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { LoginForm } from './login-form'

const api = installFakeApi()

const message = 'Enter the code from your authenticator app.'
const codeNeeded = { status: 401, body: { message, code: 'second_factor_required' } }
const field = () => screen.getByLabelText('Authentication code')
const logIn = () => userEvent.click(screen.getByRole('button', { name: 'Log In' }))

/** The form with email and password sent; each sent code is noted. */
async function sendPassword(answer: (code: unknown) => FakeAnswer) {
  const codes: unknown[] = []
  api.routes['POST /api/login'] = ({ body }) => {
    expect(body).toMatchObject({ email: 'boss@portal.example', password: 'the password' })
    const code: unknown = Object(body).code
    codes.push(code)
    return answer(code)
  }
  const onSuccess = vi.fn()
  renderPage(<LoginForm onSuccess={onSuccess} />, '/login')
  fill('Email', 'boss@portal.example')
  fill('Password', 'the password')
  await logIn()
  return { codes, onSuccess }
}

it('asks for what is missing, and sends nothing', async () => {
  renderPage(<LoginForm onSuccess={() => undefined} />, '/login')
  await logIn()
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible()
  expect(screen.getByText('Password is required.')).toBeVisible()
  expect(api.calls).toEqual([])
})

it('asks for a code, in one field made for it, only when the account does', async () => {
  const user = { id: 1, firstName: 'Portal', isAdmin: 1 }
  const { codes, onSuccess } = await sendPassword((code) => (code ? { body: user } : codeNeeded))
  await screen.findByText(/^Enter the code from your authenticator app/)
  expect(field()).toHaveAttribute('autocomplete', 'one-time-code')
  // A recovery code is letters, too.
  expect(field()).toHaveAttribute('inputmode', 'text')
  expect(field()).toHaveAttribute('autocapitalize', 'none')
  expect(field()).toHaveAttribute('autocorrect', 'off')
  await waitFor(() => expect(field()).toHaveFocus())
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(shownToast()).toEqual([])
  fill('Authentication code', '123 456')
  await logIn()
  await waitFor(() => expect(onSuccess).toHaveBeenCalledWith(user))
  expect(codes).toEqual([undefined, '123 456'])
})

it('says at the field that a code was wrong, and asks again', async () => {
  const { codes } = await sendPassword(() => codeNeeded)
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', '000000')
  await logIn()
  await screen.findByText(/^That code isn’t right, or it was already used\./)
  expect(screen.getByRole('alert')).toHaveTextContent(/^We couldn’t log you in$/)
  expect(field()).toBeInvalid()
  expect(shownToast()).toEqual(['Login failed', message])
  expect(codes).toEqual([undefined, '000000'])
})

it('goes back to the password when that is refused in the meantime', async () => {
  const refusal = { message: 'Invalid email or password. Please try again.', code: 'unauthorized' }
  await sendPassword((code) => (code ? { status: 401, body: refusal } : codeNeeded))
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', '123456')
  await logIn()
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  expect(screen.queryByLabelText('Authentication code')).toBeNull()
  expect(shownToast()).toEqual(['Login failed', refusal.message])
})

it.each([
  { failure: 'a lost connection', status: 0, words: /^The connection was lost\./ },
  { failure: 'too many attempts', status: 429, words: /^Too many attempts\./ },
])('keeps the typed code through $failure', async ({ status, words }) => {
  const user = { id: 1, firstName: 'Portal', isAdmin: 1 }
  let failures = 0
  const { codes, onSuccess } = await sendPassword((code) => {
    if (!code) return codeNeeded
    if (failures++) return { body: user }
    if (!status) throw new TypeError('Failed to fetch')
    return fakeRefusal(status, 'Too many attempts. Please wait a moment and try again.')
  })
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', 'aaaa-bbbb')
  await logIn()
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', expect.stringMatching(words)]))
  await waitFor(() => expect(field()).toHaveFocus())
  expect(field()).toHaveValue('aaaa-bbbb')
  await logIn()
  await waitFor(() => expect(onSuccess).toHaveBeenCalledWith(user))
  expect(codes).toEqual([undefined, 'aaaa-bbbb', 'aaaa-bbbb'])
})

it('leads back from the code to email and password', async () => {
  const { codes } = await sendPassword(() => codeNeeded)
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  expect(screen.getByLabelText('Email')).toHaveValue('boss@portal.example')
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await logIn()
  await screen.findByText(/^Enter the code/)
  expect(field()).toHaveValue('')
  expect(codes).toEqual([undefined, undefined])
})

it('says in the toast what the server says, and beside the button what to do', async () => {
  const refusal = { message: 'Invalid email or password. Please try again.', code: 'unauthorized' }
  await sendPassword(() => ({ status: 401, body: refusal }))
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', refusal.message]))
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent(
    /^Check your email and passwordThey don’t match an account here\. Passwords are case-sensitive\.$/,
  )
})

it('says why beside the button where the password is not the reason', async () => {
  const why = 'Too many attempts. Please wait a moment and try again.'
  await sendPassword(() => fakeRefusal(429, why))
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', why]))
  expect(screen.getByRole('alert')).toHaveTextContent(`We couldn’t log you in${why}`)
})

it('has words of its own for a failure without any', async () => {
  await sendPassword(() => fakeRefusal(502, ''))
  const own = 'Invalid email or password. Please try again.'
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', own]))
})
