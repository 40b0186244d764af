import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installFakeApi, type FakeRoutes } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { LoginPage } from './login-page'
import { ResetPasswordPage } from './reset-password-page'

const api = installFakeApi()

const token = 'a1_-'.repeat(11).slice(0, 43)
const mail = (configured: boolean) => ({ 'GET /api/mail-status': { body: { configured } } })

function open(path: string, answers: FakeRoutes = {}) {
  api.routes = { ...mail(true), ...answers }
  const calls = api.requests
  return { calls, ...renderPage(<ResetPasswordPage />, path) }
}
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
describe('the login page', () => {
  it.each([
    [true, '/reset-password'],
    [false, '/onboarding'],
  ])('leads a forgotten password on, mail configured: %s', async (configured, href) => {
    api.routes = { ...mail(configured), 'GET /api/user': { status: 401, body: {} } }
    renderPage(<LoginPage />, '/login')
    await screen.findByRole('button', { name: 'Log In' })
    const link = screen.getByRole('link', { name: 'Forgot Password?' })
    await expect.poll(() => link.getAttribute('href')).toBe(href)
  })
})

describe('asking for a link', () => {
  it('says the same for every address', async () => {
    const answers = { 'POST /api/password-reset': { body: { message: 'Sent.' } } }
    const { user, calls } = open('/reset-password', answers)
    await user.type(await screen.findByLabelText('Email'), 'ada@partner.example')
    await user.click(button('Send Reset Link'))
    expect(await screen.findByText('Check your inbox')).toBeVisible()
    expect(calls.at(-1)?.body).toEqual({ email: 'ada@partner.example' })
  })

  it('keeps the address when it fails', async () => {
    const message = 'Too many attempts. Please wait a moment and try again.'
    const answers = { 'POST /api/password-reset': { status: 429, body: { message } } }
    const { user } = open('/reset-password', answers)
    await user.type(await screen.findByLabelText('Email'), 'ada@partner.example')
    await user.click(button('Send Reset Link'))
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@partner.example')
  })

  it('says where to turn while no mail can be sent', async () => {
    open('/reset-password', mail(false))
    expect(await screen.findByText('Passwords can’t be reset online right now')).toBeVisible()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})

describe('the mailed link', () => {
  const path = `/reset-password#token=${token}`

  it('spends nothing until the new password is sent, then leads to the login', async () => {
    const answers = { 'POST /api/password-reset/confirm': { body: { message: 'Changed.' } } }
    const { user, calls } = open(path, answers)
    await user.type(screen.getByLabelText('New password'), 'another long phrase')
    await user.type(screen.getByLabelText('Confirm password'), 'something else')
    await user.click(button('Change Password'))
    expect(await screen.findByText("Passwords don't match")).toBeVisible()
    expect(calls).toEqual([])
    await user.clear(screen.getByLabelText('Confirm password'))
    await user.type(screen.getByLabelText('Confirm password'), 'another long phrase')
    await user.click(button('Change Password'))
    expect(await screen.findAllByText('Password changed')).not.toHaveLength(0)
    const sent = calls.find(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({ token, password: 'another long phrase' })
    expect(window.location.pathname + window.location.hash).toBe('/login')
  })

  it('says that it is dead, and lets ask for another', async () => {
    const message = 'This link has expired or was already used. Please ask for a new one.'
    const answers = { 'POST /api/password-reset/confirm': { status: 400, body: { message } } }
    const { user } = open(path, answers)
    await user.type(screen.getByLabelText('New password'), 'another long phrase')
    await user.type(screen.getByLabelText('Confirm password'), 'another long phrase')
    await user.click(button('Change Password'))
    expect(await screen.findByText(message)).toBeVisible()
    fireEvent.click(screen.getByRole('link', { name: 'Ask for a new link' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })
})
