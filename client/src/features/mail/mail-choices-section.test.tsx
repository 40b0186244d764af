import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { MailChoicesSection } from './mail-choices-section'

const api = installFakeApi()
const choices = (isPayoutWanted: boolean) => [
  { kind: 'referral-signed-up', isWanted: false },
  { kind: 'referral-approved', isWanted: true },
  { kind: 'payout', isWanted: isPayoutWanted },
]
beforeEach(() => {
  api.routes['GET /api/mail-choices'] = () => ({ body: choices(true) })
})

const payout = () => screen.findByRole('switch', { name: 'A payout is on its way' })

it('shows which emails are on, and turns one off', async () => {
  api.routes['PUT /api/mail-choices/payout'] = ({ body }) => {
    expect(body).toEqual({ isWanted: false })
    return { body: choices(false) }
  }
  renderPage(<MailChoicesSection />, '/account')
  expect(await payout()).toBeChecked()
  expect(
    screen.getByRole('switch', { name: 'Someone signed up through my link' }),
  ).not.toBeChecked()
  await userEvent.click(await payout())
  await waitFor(() => expect(shownToast()).toEqual(['Email turned off']))
  expect(await payout()).not.toBeChecked()
})

it('says when a choice was not saved, and leaves it as it was', async () => {
  api.routes['PUT /api/mail-choices/payout'] = () => fakeRefusal(429, 'Please wait a minute.')
  renderPage(<MailChoicesSection />, '/account')
  await userEvent.click(await payout())
  const said = ['Your choice was not saved', 'Please wait a minute.']
  await waitFor(() => expect(shownToast()).toEqual(said))
  expect(await payout()).toBeChecked()
})
