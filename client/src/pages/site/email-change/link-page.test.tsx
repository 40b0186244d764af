import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { ConfirmEmailPage } from './confirm-email-page'
import { StopEmailChangePage } from './stop-email-change-page'
import { VerifyEmailPage } from './verify-email-page'

const api = installFakeApi()
const refusal = { status: 400, body: { message: 'This link has expired or was already used.' } }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

it.each([
  {
    page: <ConfirmEmailPage />,
    path: '/email-change/confirm',
    button: 'Confirm This Email',
    next: { name: 'log in with your current email', href: '/login' },
  },
  {
    page: <StopEmailChangePage />,
    path: '/email-change/stop',
    button: 'Keep My Email',
    next: { name: 'contact support', href: '/support' },
  },
  {
    page: <VerifyEmailPage />,
    path: '/email-confirmation/confirm',
    button: 'Confirm My Email',
    next: { name: 'Log in', href: '/login' },
  },
])('a refused link says what to do next: $button', async ({ page, path, button, next }) => {
  api.routes = { 'GET /api/user': { status: 401, body: {} }, [`POST /api${path}`]: refusal }
  const { user } = renderPage(page, `/link#token=${'t'.repeat(43)}`)
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByText('This link has expired or was already used.')).toBeVisible()
  expect(screen.getByRole('link', { name: next.name })).toHaveAttribute('href', next.href)
})
