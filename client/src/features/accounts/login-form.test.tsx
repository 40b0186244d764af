import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { installFakeApi, renderAt, shownToast } from '../../../../tests/support/fake-api'
import { LoginForm } from './login-form'

const api = installFakeApi()

const message = 'Enter the code from your authenticator app.'
const codeNeeded = { status: 401, body: { message, code: 'second_factor_required' } }
const field = () => screen.getByRole('textbox', { name: 'Authentication code' })
const logIn = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }))

/** The form with e-mail and password sent; each sent code is noted. */
async function sendPassword(answer: (code: unknown) => { status?: number; body: unknown }) {
  const codes: unknown[] = []
  api.routes['POST /api/login'] = ({ body }) => {
    expect(body).toMatchObject({ email: 'boss@portal.example', password: 'the password' })
    const code: unknown = Object(body).code
    codes.push(code)
    return answer(code)
  }
  const onSuccess = vi.fn()
  renderAt('/login', <LoginForm onSuccess={onSuccess} />)
  await userEvent.type(screen.getByLabelText('Email'), 'boss@portal.example')
  await userEvent.type(screen.getByLabelText('Password'), 'the password')
  await logIn()
  return { codes, onSuccess }
}

it('asks for a code, in one field made for it, only when the account does', async () => {
  const user = { id: 1, firstName: 'Portal', isAdmin: 1 }
  const { codes, onSuccess } = await sendPassword((code) => (code ? { body: user } : codeNeeded))
  await screen.findByText(/^Enter the code from your authenticator app/)
  expect(field()).toHaveAttribute('autocomplete', 'one-time-code')
  expect(field()).toHaveAttribute('inputmode', 'numeric')
  await waitFor(() => expect(field()).toHaveFocus())
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(shownToast()).toEqual([])
  await userEvent.type(field(), '123 456')
  await logIn()
  await waitFor(() => expect(onSuccess).toHaveBeenCalledWith(user))
  expect(codes).toEqual([undefined, '123 456'])
})

it('says at the field that a code was wrong, and asks again', async () => {
  const { codes } = await sendPassword(() => codeNeeded)
  await screen.findByText(/^Enter the code/)
  await userEvent.type(field(), '000000')
  await logIn()
  await screen.findByText(/^This code is not right, or was used already\./)
  expect(field()).toBeInvalid()
  expect(shownToast()).toEqual(['Login failed', message])
  expect(codes).toEqual([undefined, '000000'])
})

it('goes back to the password when that is refused meanwhile', async () => {
  const refusal = { message: 'Invalid email or password. Please try again.', code: 'unauthorized' }
  await sendPassword((code) => (code ? { status: 401, body: refusal } : codeNeeded))
  await screen.findByText(/^Enter the code/)
  await userEvent.type(field(), '123456')
  await logIn()
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  expect(screen.queryByRole('textbox', { name: 'Authentication code' })).toBeNull()
  expect(shownToast()).toEqual(['Login failed', refusal.message])
})
