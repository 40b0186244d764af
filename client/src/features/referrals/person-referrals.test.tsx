import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { PersonReferrals as Found } from '@shared/referred-people'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { PersonReferrals } from './person-referrals'

const api = installFakeApi()
const path = '/api/admin/users/3/referrals'

const referredAs: NonNullable<Found['referredAs']> = {
  id: 7,
  referred: { id: 3, name: 'Sam Torres', email: 'sam@partner.example', status: 'approved' },
  referrer: { id: 2, name: 'Noor Haddad', email: 'noor@partner.example' },
  source: 'link',
  code: 'ABCD2345',
  signedUpAt: '2026-11-20T09:41:00.000Z',
  holds: [],
  rewardCents: 50_000,
}
let found: Found
beforeEach(() => {
  found = { referredAs, canChange: true, made: null }
  api.routes[`GET ${path}`] = () => ({ body: found })
})

const show = () => renderPage(<PersonReferrals userId={3} />, '/admin/users?open=3')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text)

it('links to whoever referred a person, and says what came of those they referred', async () => {
  found = {
    ...found,
    made: {
      id: 3,
      name: 'Sam Torres',
      email: 'sam@partner.example',
      status: 'approved',
      signedUp: 4,
      approved: 2,
      earnedCents: 100_000,
      payableCents: 25_000,
      paidCents: 75_000,
      lastSignUpAt: null,
    },
  }
  show()
  expect(await screen.findByRole('link', { name: 'Noor Haddad' })).toHaveAttribute(
    'href',
    '/admin/users?open=2',
  )
  expect(screen.getByText('4 people, 2 approved')).toBeVisible()
  for (const sum of ['$1,000.00', '$250.00', '$750.00']) expect(screen.getByText(sum)).toBeVisible()
})

it('sets someone with a reason, and shows them', async () => {
  found = { referredAs: null, canChange: true, made: null }
  api.routes['PUT /api/admin/users/3/referrer'] = ({ body }) => {
    expect(body).toEqual({ referrer: 'noor@partner.example', reason: 'Said on the phone' })
    found = { ...found, referredAs }
    return { body: found }
  }
  show()
  expect(await screen.findByText('No one')).toBeVisible()
  await press('Set Referrer')
  await type('Link code or referrer’s email', 'noor@partner.example')
  await press('Set Referrer')
  expect(await screen.findByText('Please enter a reason.')).toBeVisible()
  await type('Reason', 'Said on the phone')
  await press('Set Referrer')
  await waitFor(() => expect(shownToast()).toEqual(['Referrer set']))
  expect(await screen.findByRole('link', { name: 'Noor Haddad' })).toBeVisible()
})

it('removes someone with a reason', async () => {
  api.routes['PUT /api/admin/users/3/referrer'] = ({ body }) => {
    expect(body).toEqual({ referrer: null, reason: 'A mistake' })
    found = { ...found, referredAs: null }
    return { body: found }
  }
  show()
  await press('Remove Referrer')
  await type('Reason', 'A mistake')
  await press('Remove Referrer')
  await waitFor(() => expect(shownToast()).toEqual(['Referrer removed']))
  expect(await screen.findByText('No one')).toBeVisible()
})

it('says of a link that no one has claimed that they came by it, and lets it be taken back', async () => {
  found = { ...found, referredAs: { ...referredAs, referrer: null } }
  show()
  expect(await screen.findByText(/a link that no one has claimed/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove Referrer' })).toBeVisible()
})

it('offers no change once a payout has included it', async () => {
  found = { ...found, canChange: false }
  show()
  expect(await screen.findByText(/can’t be changed anymore/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
