import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RewardPolicy } from '@shared/rewards'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import { PayoutsPage } from './payouts-page'

const api = installFakeApi()

const policy = (overrides: Partial<RewardPolicy>): RewardPolicy => ({
  id: 1,
  ...promisedTiers,
  kind: 'flat',
  holdsFrom: '2026-01-01T05:00:00.000Z',
  createdAt: '2026-01-01T05:00:00.000Z',
  isInForce: false,
  ...overrides,
})

describe('the reward policy', () => {
  it('in force is shown with the next, and another one is set from a day on', async () => {
    const inForce = policy({ isInForce: true })
    const next = policy({ id: 2, kind: 'tiers', holdsFrom: '2027-01-01T05:00:00.000Z' })
    api.routes['GET /api/admin/reward-policies'] = () => ({ body: [inForce] })
    api.routes['POST /api/admin/reward-policies'] = ({ body }) => {
      expect(body).toEqual({
        kind: 'tiers',
        tierRule: 'highest',
        flatCents: 50_000,
        bronzeCents: 25_050,
        silverCents: 50_000,
        goldCents: 75_000,
        silverFrom: 6,
        goldFrom: 11,
        holdsFrom: '2027-01-01T05:00:00.000Z',
      })
      return { status: 201, body: [next, inForce] }
    }
    renderPage(<PayoutsPage />, '/admin/payouts?tab=policy')
    expect(
      await screen.findByText('$500.00 for each approved referral, with no cap.'),
    ).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Reward'), 'tiers')
    fill('Bronze ($)', '250.50')
    await userEvent.selectOptions(screen.getByLabelText('Rule'), 'highest')
    fill(/Starts on/, '2027-01-01')
    await userEvent.click(screen.getByRole('button', { name: 'Set Policy' }))
    await waitFor(() =>
      expect(shownToast()).toEqual(['Reward policy set', 'It takes effect on Jan 1, 2027.']),
    )
    expect(
      screen.getByText(/Bronze \$250\.00 for 1 to 5 a month, Silver \$500\.00 for 6 to 10, Gold/),
    ).toBeVisible()
    expect(screen.getByText('Next')).toBeVisible()
  })

  it('that is refused says at which field', async () => {
    const message = 'Please enter an amount from $0.01 to $10,000.'
    api.routes['GET /api/admin/reward-policies'] = () => ({ body: [policy({ isInForce: true })] })
    api.routes['POST /api/admin/reward-policies'] = () => ({
      status: 400,
      body: { message, code: 'bad_request', errors: { flatCents: message } },
    })
    renderPage(<PayoutsPage />, '/admin/payouts?tab=policy')
    const flat = await screen.findByLabelText('For each approved referral ($)')
    fill('For each approved referral ($)', '99999999')
    await userEvent.click(screen.getByRole('button', { name: 'Set Policy' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(flat).toHaveAttribute('aria-invalid', 'true')
  })
})

it('the payout settings are saved in whole cents', async () => {
  const settings = { schedule: 'monthly', minimumCents: 2_500, reportingCents: 200_000 }
  api.routes['GET /api/admin/payout-settings'] = () => ({ body: settings })
  api.routes['PUT /api/admin/payout-settings'] = ({ body }) => {
    expect(body).toEqual({ ...settings, schedule: 'weekly', minimumCents: 1_999 })
    return { body }
  }
  renderPage(<PayoutsPage />, '/admin/payouts?tab=settings')
  const minimum = await screen.findByLabelText('Minimum payout ($)')
  expect(minimum).toHaveValue('25.00')
  fill('Minimum payout ($)', '19.99')
  await userEvent.selectOptions(screen.getByLabelText('A draft is prepared'), 'weekly')
  await userEvent.click(screen.getByRole('button', { name: 'Save Settings' }))
  await waitFor(() =>
    expect(shownToast()).toEqual(['Payout settings saved', 'They apply to the next draft.']),
  )
})
