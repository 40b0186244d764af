import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EmailChangeState } from '@shared/email-changes'
import type { ProfileCompletion } from '@shared/profile-completion'
import { brand } from '@/lib/brand'
import { type FakeAnswer, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { OpenSteps, useOpenSteps } from './open-steps'
import { ChangeEmail, CorrectDetailsForm } from './own-details'

const api = installFakeApi()
const person = fakePartner()
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Refuses a call until the session is confirmed with the password. */
function protect(call: string, answer: FakeAnswer) {
  let isConfirmed = false
  const message = 'Confirm it’s you first, with your password.'
  const needed = { status: 403, body: { message, code: 'reauthentication-required' } }
  api.routes[call] = () => (isConfirmed ? answer : needed)
  api.routes['POST /api/reauthenticate'] = ({ body }) => {
    const wrong = 'That isn’t your current password.'
    isConfirmed = Object(body).password === 'the present one'
    if (isConfirmed) return { body: { message: 'Thank you. You can continue.' } }
    return { status: 400, body: { message: wrong, errors: { password: wrong } } }
  }
}

const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))

const isConfirmedWith = async (password: string) => {
  const dialog = await question()
  await dialog.findByLabelText('Your password')
  fill('Your password', password, dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
}

const first = () => screen.getByLabelText('First name')

describe('corrected details', () => {
  const { lastName, phoneNumber } = person
  const corrected = { firstName: 'Rosalía', lastName, phoneNumber }

  beforeEach(() => {
    protect('PATCH /api/user', { body: { ...person, firstName: 'Rosalía' } })
    api.routes['GET /api/second-factor'] = { body: { isOn: false, recoveryCodesLeft: 0 } }
    renderPage(<CorrectDetailsForm user={person} />, '/account')
  })

  it('are checked before anyone is asked for a password', async () => {
    expect(screen.queryByLabelText('Your password')).toBeNull()
    fill('First name', '')
    await press('Save Details')
    await screen.findByText('First name is required.')
    expect(api.calls).not.toContain('PATCH /api/user')
  })

  it('are kept while it is asked for, and a wrong one stays in the dialog', async () => {
    fill('First name', 'Rosalía')
    await press('Save Details')
    await isConfirmedWith('not this one')
    const dialog = await question()
    await dialog.findByText('That isn’t your current password.')
    expect(first()).toHaveValue('Rosalía')
    await isConfirmedWith('the present one')
    await waitFor(() => expect(shownToast()).toEqual(['Your details are saved']))
    expect(api.requests.at(-1)).toMatchObject({ path: '/api/user', body: corrected })
    expect(first()).toHaveValue('Rosalía')
    // Once is enough.
    await press('Save Details')
    await waitFor(() => expect(api.count('PATCH /api/user')).toBe(3))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are kept when someone thinks again, and the field has the focus once more', async () => {
    fill('First name', 'Rosalía')
    await userEvent.type(first(), '{Enter}')
    await question()
    // What the browser makes of Esc.
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await screen.findByText('Your details were not saved')
    expect(first()).toHaveValue('Rosalía')
    await waitFor(() => expect(first()).toHaveFocus())
  })
})

async function askFor(email: string) {
  await screen.findByLabelText('New email')
  fill('New email', email)
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
    renderPage(<ChangeEmail />, '/account')
  }

  it('is asked for; then it is said where the link went', async () => {
    show({ waiting: null })
    api.routes[`POST ${path}`] = ({ body }) => {
      expect(body).toEqual({ newEmail })
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

function Shown() {
  return <OpenSteps title="While you wait" steps={useOpenSteps({ status: 'pending' })} />
}

describe('the open steps of the profile', () => {
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
    expect(screen.queryByRole('region', { name: 'While you wait' })).toBeNull()
  })
})
