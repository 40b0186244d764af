import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import { correctEmailRequest } from '@shared/email-changes'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { SubmittedPanel } from './submitted-panel'

const api = installFakeApi()

const mistyped = 'maria@gmial.com'
let user: CurrentUser
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  user = fakePartner({ email: mistyped, createdAt: new Date().toISOString() })
  const correctableUntil = new Date(Date.now() + 3_600_000).toISOString()
  api.routes = {
    'GET /api/user': () => ({ body: user }),
    'GET /api/mail-status': { body: { configured: true } },
    'GET /api/email-change': () => ({
      body: { waiting: null, ...(user.email === mistyped && { correctableUntil }) },
    }),
    'PATCH /api/user/email': ({ body }) => {
      user = { ...user, ...correctEmailRequest.parse(body) }
      return { body: user }
    },
  }
})
afterEach(() => vi.useRealTimers())

const show = () =>
  renderPage(<SubmittedPanel title="Application Submitted!">Done.</SubmittedPanel>, '/onboarding')
const line = async () => (await screen.findByText(/^We’ll email you at/)).parentElement
const correct = { name: 'Correct your email' }
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('says where we email, and waits while that is corrected, once', async () => {
  const { user: visitor } = show()
  expect(await line()).toHaveTextContent(`We’ll email you at ${mistyped}.`)
  await visitor.click(await screen.findByRole('button', correct))
  await waitFor(() => expect(screen.getByLabelText('Your email')).toHaveFocus())
  wait(10_000)
  expect(window.location.pathname).toBe('/onboarding')

  await visitor.click(screen.getByRole('button', { name: 'maria@gmail.com' }))
  await visitor.click(screen.getByRole('button', { name: 'Save Email' }))
  await waitFor(async () =>
    expect(await line()).toHaveTextContent('We’ll email you at maria@gmail.com.'),
  )
  await waitFor(() => expect(screen.queryByLabelText('Your email')).toBeNull())
  expect(screen.queryByRole('button', correct)).toBeNull()
  wait(3000)
  expect(window.location.pathname).toBe('/dashboard')
})

it('says at the field what is wrong with the address, and goes on when nothing is changed', async () => {
  const message = 'Another account already uses this email.'
  const refusal = { message, code: 'conflict', errors: { email: message } }
  api.routes['PATCH /api/user/email'] = { status: 409, body: refusal }
  const { user: visitor } = show()
  await visitor.click(await screen.findByRole('button', correct))
  await screen.findByLabelText('Your email')
  fill('Your email', 'taken@partner.example')
  await visitor.click(screen.getByRole('button', { name: 'Save Email' }))
  expect(await screen.findByText(message)).toBeVisible()
  await visitor.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await line()).toHaveTextContent(mistyped)
  wait(3000)
  expect(window.location.pathname).toBe('/dashboard')
})

it('promises no email where none can be sent', async () => {
  api.routes['GET /api/mail-status'] = { body: { configured: false } }
  show()
  expect((await screen.findByText(/^You log in with/)).parentElement).toHaveTextContent(mistyped)
  expect(screen.queryByText(/We’ll email you/)).toBeNull()
  expect(await screen.findByRole('button', correct)).toBeVisible()
})

it('asks nothing about corrections for someone who signed up long before', async () => {
  user = fakePartner()
  show()
  expect(await line()).toHaveTextContent(user.email)
  expect(api.calls).not.toContain('GET /api/email-change')
})
