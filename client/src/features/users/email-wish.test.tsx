import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { EmailWish } from './email-wish'

const api = installFakeApi()
const newEmail = 'rosa.new@partner.example'
const user = fakeListedUser({ newEmail })
const path = `/api/admin/users/${user.id}/email-change`
const name = `${user.firstName} ${user.lastName}`

it.each([
  ['Confirm', 'confirm', [`${name}’s email was changed`, 'They’ve been logged out everywhere.']],
  ['Decline', 'decline', [`${name} keeps their current email`]],
])('%s answers for the address that is shown', async (label, answer, toast) => {
  api.routes[`POST ${path}/${answer}`] = ({ body }) => {
    expect(body).toEqual({ newEmail })
    return { body: { message: 'Done' } }
  }
  renderPage(<EmailWish user={user} newEmail={newEmail} />, '/admin/users')
  await userEvent.click(screen.getByRole('button', { name: `${label} the new email of ${name}` }))
  await waitFor(() => expect(shownToast()).toEqual(toast))
})

it('says why an email was not changed', async () => {
  const message = 'Another account now uses this email, so nothing was changed.'
  api.routes[`POST ${path}/confirm`] = () => fakeRefusal(409, message)
  renderPage(<EmailWish user={user} newEmail={newEmail} />, '/admin/users')
  await userEvent.click(screen.getByRole('button', { name: `Confirm the new email of ${name}` }))
  await waitFor(() => expect(shownToast()).toEqual(['The email was not changed', message]))
})
