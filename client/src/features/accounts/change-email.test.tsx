import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { EmailChangeState } from '@shared/email-changes'
import { brand } from '@/lib/brand'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { ChangeEmail } from './change-email'

const api = installFakeApi()
const newEmail = 'rosa.new@partner.example'
const waiting: EmailChangeState['waiting'] = {
  newEmail,
  way: 'link',
  askedAt: '2026-11-20T09:41:00.000Z',
  expiresAt: '2026-11-21T09:41:00.000Z',
}

function show(state: EmailChangeState) {
  let now = state
  api.routes['GET /api/email-change'] = () => ({ body: now })
  api.routes['DELETE /api/email-change'] = () => {
    now = { waiting: null }
    return { body: { message: 'Your email is unchanged.' } }
  }
  renderPage(<ChangeEmail email="rosa@partner.example" asksForCode={false} />, '/account')
}

it('asks with the password, then says where the link went', async () => {
  show({ waiting: null })
  let sent: unknown
  api.routes['POST /api/email-change'] = ({ body }) => {
    sent = body
    return { body: { waiting } }
  }
  await userEvent.type(await screen.findByLabelText('New email'), newEmail)
  await userEvent.type(screen.getByLabelText('Your password'), 'the present one')
  await userEvent.click(screen.getByRole('button', { name: 'Change Email' }))
  expect(await screen.findByRole('status')).toHaveTextContent(`We’ve sent a link to ${newEmail}`)
  expect(sent).toEqual({ newEmail, currentPassword: 'the present one' })
})

it('shows a refusal at its field', async () => {
  show({ waiting: null })
  const own = 'That’s already your email.'
  api.routes['POST /api/email-change'] = {
    status: 400,
    body: { message: own, code: 'bad_request', errors: { newEmail: own } },
  }
  await userEvent.type(await screen.findByLabelText('New email'), 'rosa@partner.example')
  await userEvent.type(screen.getByLabelText('Your password'), 'the present one')
  await userEvent.click(screen.getByRole('button', { name: 'Change Email' }))
  await screen.findByText(own)
  expect(screen.getByLabelText('New email')).toBeInvalid()
})

it('takes a waiting change back', async () => {
  show({ waiting })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the Change' }))
  await waitFor(() => expect(shownToast()).toEqual(['Your email won’t change']))
  await screen.findByLabelText('New email')
})

it('says whom to call while the portal sends no mail', async () => {
  show({
    waiting: {
      newEmail,
      way: 'administrator',
      askedAt: '2026-11-20T09:41:00.000Z',
      expiresAt: null,
    },
  })
  expect(await screen.findByRole('status')).toHaveTextContent(
    `Please call ${brand.supportPhone} or email ${brand.supportEmail}.`,
  )
})
