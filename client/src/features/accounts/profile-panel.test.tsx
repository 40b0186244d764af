import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ProfileCompletion } from '@shared/profile-completion'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { ProfilePanel } from './profile-panel'

const api = installFakeApi()

const steps = (missing: readonly string[]): ProfileCompletion['steps'] =>
  (['contact-details', 'email', 'terms', 'proof-of-credit', 'payment-method'] as const).map(
    (step) => ({ step, isDone: !missing.includes(step) }),
  )

it('says what is missing, with the way to each of it', async () => {
  const missing = ['email', 'terms', 'proof-of-credit', 'payment-method']
  api.routes['GET /api/profile-completion'] = () => ({
    body: { percent: 20, steps: steps(missing) },
  })
  api.routes['POST /api/email-confirmation'] = { body: { message: 'Sent.' } }
  api.routes['POST /api/account/terms'] = () => {
    missing.splice(1, 1)
    return { body: { message: 'Thank you.' } }
  }
  renderPage(<ProfilePanel />)
  await screen.findByRole('progressbar', { name: 'Profile completion' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Contact details, done',
    'Email confirmed, missingSend Me a Link',
    'Terms and Privacy Policy, missingRead our Terms of Use and Privacy PolicyI Agree to Both',
    'Proof of credit, missingAdd Proof of Credit',
    'Payment method, missingChoose How We Pay You',
  ])
  const toPayment = screen.getByRole('link', { name: 'Choose How We Pay You' })
  expect(toPayment).toHaveAttribute('href', '#payment-settings')
  await userEvent.click(screen.getByRole('button', { name: 'Send Me a Link' }))
  await waitFor(() => expect(shownToast()[0]).toBe('Check your inbox'))
  await userEvent.click(screen.getByRole('button', { name: 'I Agree to Both' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I Agree to Both' })).toBeNull())
})

it('says that payouts are unlocked once nothing is missing', async () => {
  api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: steps([]) } }
  renderPage(<ProfilePanel />)
  await screen.findByRole('heading', { name: 'Your Profile Is Complete' })
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('Payouts and matching are unlocked.')).toBeVisible()
})
