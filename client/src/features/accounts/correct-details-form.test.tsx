import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { CorrectDetailsForm } from './correct-details-form'

const api = installFakeApi()
const person = fakePartner()

it('sends the details with the password, and asks for it again the next time', async () => {
  let sent: unknown
  api.routes['PATCH /api/user'] = ({ body }) => {
    sent = body
    return { body: { ...person, firstName: 'Rosalía' } }
  }
  renderPage(<CorrectDetailsForm user={person} asksForCode={false} />, '/account')
  await userEvent.clear(screen.getByLabelText('First name'))
  await userEvent.click(screen.getByRole('button', { name: 'Save Details' }))
  await screen.findByText('First name is required.')
  await screen.findByText('Password is required.')
  expect(api.count('PATCH /api/user')).toBe(0)
  await userEvent.type(screen.getByLabelText('First name'), 'Rosalía')
  await userEvent.type(screen.getByLabelText('Your password'), 'the present one')
  await userEvent.click(screen.getByRole('button', { name: 'Save Details' }))
  await waitFor(() => expect(shownToast()).toEqual(['Your details are saved']))
  expect(sent).toEqual({
    firstName: 'Rosalía',
    lastName: person.lastName,
    phoneNumber: person.phoneNumber,
    currentPassword: 'the present one',
  })
  expect(screen.getByLabelText('Your password')).toHaveProperty('value', '')
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Rosalía')
})
