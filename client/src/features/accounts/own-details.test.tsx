import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { EmailChangeState } from '@shared/email-changes'
import type { ProfileCompletion } from '@shared/profile-completion'
import { brand } from '@/lib/brand'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ChangeEmail } from './change-email'
import { CorrectDetailsForm } from './correct-details-form'
import { OpenSteps, useOpenSteps } from './open-steps'

const api = installFakeApi()
const person = fakePartner()
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('corrected details are sent with the password, which is asked for again the next time', async () => {
  api.routes['PATCH /api/user'] = { body: { ...person, firstName: 'Rosalía' } }
  renderPage(<CorrectDetailsForm user={person} asksForCode={false} />, '/account')
  fill('First name', '')
  await press('Save Details')
  await screen.findByText('First name is required.')
  await screen.findByText('Password is required.')
  expect(api.calls).toEqual([])
  fill('First name', 'Rosalía')
  fill('Your password', 'the present one')
  await press('Save Details')
  await waitFor(() => expect(shownToast()).toEqual(['Your details are saved']))
  expect(api.requests[0]?.body).toEqual({
    firstName: 'Rosalía',
    lastName: person.lastName,
    phoneNumber: person.phoneNumber,
    currentPassword: 'the present one',
  })
  expect(screen.getByLabelText('Your password')).toHaveValue('')
  expect(screen.getByLabelText('First name')).toHaveValue('Rosalía')
})

async function askFor(email: string) {
  await screen.findByLabelText('New email')
  fill('New email', email)
  fill('Your password', 'the present one')
  await press('Change Email')
}

describe('another email', () => {
  const path = '/api/email-change'
  const newEmail = 'rosa.new@partner.example'
  const waiting: EmailChangeState['waiting'] = {
    newEmail,
    way: 'link',
    askedAt: '2026-11-20T09:41:00.000Z',
    expiresAt: '2026-11-21T09:41:00.000Z',
  }

  function show(state: EmailChangeState) {
    let now = state
    api.routes[`GET ${path}`] = () => ({ body: now })
    api.routes[`DELETE ${path}`] = () => {
      now = { waiting: null }
      return { body: { message: 'Your email is unchanged.' } }
    }
    renderPage(<ChangeEmail email={person.email} asksForCode={false} />, '/account')
  }

  it('is asked for with the password; then it is said where the link went', async () => {
    show({ waiting: null })
    api.routes[`POST ${path}`] = ({ body }) => {
      expect(body).toEqual({ newEmail, currentPassword: 'the present one' })
      return { body: { waiting } }
    }
    await askFor(newEmail)
    expect(await screen.findByRole('status')).toHaveTextContent(`We’ve sent a link to ${newEmail}`)
  })

  it('that waits can be taken back', async () => {
    show({ waiting })
    await screen.findByText('Cancel the Change')
    await press('Cancel the Change')
    await waitFor(() => expect(shownToast()).toEqual(['Your email won’t change']))
    await screen.findByLabelText('New email')
  })

  it('waits for a call while the portal sends no mail', async () => {
    show({ waiting: { ...waiting, way: 'administrator', expiresAt: null } })
    expect(await screen.findByRole('status')).toHaveTextContent(
      `Please call ${brand.supportPhone} or email ${brand.supportEmail}.`,
    )
  })
})

const steps = (missing: readonly string[]): ProfileCompletion['steps'] =>
  (['contact-details', 'email', 'terms', 'proof-of-credit', 'payment-method'] as const).map(
    (step) => ({ step, isDone: !missing.includes(step) }),
  )

describe('what is open of the profile', () => {
  function Shown() {
    return <OpenSteps title="While you wait" steps={useOpenSteps({ status: 'pending' })} />
  }

  it('is a list with the way to each of it, which empties', async () => {
    const missing = ['email', 'terms', 'proof-of-credit', 'payment-method']
    api.routes['GET /api/profile-completion'] = () => ({
      body: { percent: 20, steps: steps(missing) },
    })
    api.routes['POST /api/email-confirmation'] = { body: { message: 'Sent.' } }
    api.routes['POST /api/account/terms'] = () => {
      missing.splice(1, 1)
      return { body: { message: 'Thank you.' } }
    }
    renderPage(<Shown />)
    await screen.findByRole('region', { name: 'While you wait' })
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Confirm your emailSend Me a Link',
      'Agree to the Terms and Privacy PolicyRead our Terms of Use and Privacy PolicyI Agree to Both',
      'Choose how you’re paidChoose How We Pay You',
    ])
    const toPayment = screen.getByRole('link', { name: 'Choose How We Pay You' })
    expect(toPayment).toHaveAttribute('href', '#payment-settings')
    await press('Send Me a Link')
    await waitFor(() => expect(shownToast()[0]).toBe('Check your inbox'))
    await press('I Agree to Both')
    await waitFor(() => expect(screen.queryByText('I Agree to Both')).toBeNull())
  })

  it('is gone once nothing is missing', async () => {
    api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: steps([]) } }
    renderPage(<Shown />)
    await waitFor(() => expect(api.count('GET /api/profile-completion')).toBeGreaterThan(0))
    expect(screen.queryByRole('region')).toBeNull()
  })
})
