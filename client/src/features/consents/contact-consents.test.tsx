import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { consentKinds, type ConsentState } from '@shared/consents'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { ContactConsents } from './contact-consents'

const api = installFakeApi()
const path = '/api/admin/users/2/consents'

const agreed = consentKinds.map((kind): ConsentState => ({
  kind,
  isGiven: true,
  at: '2026-11-20T09:41:00.000Z',
  ip: null,
  source: 'account',
  agreedText: 'You may.',
  currentText: 'You may.',
  currentVersion: `${kind}.1`,
}))
const stopped = agreed.map((state): ConsentState => ({
  ...state,
  isGiven: state.kind !== 'texts',
  source: 'text',
  recordedBy: 'Ada Park',
}))

it('records a STOP, and says who did, when, and how it was said', async () => {
  api.routes[`GET ${path}`] = { body: agreed }
  let sent: unknown
  api.routes[`POST ${path}/stop`] = ({ body }) => {
    sent = body
    return { body: stopped }
  }
  renderPage(<ContactConsents user={{ id: 2 }} />, '/admin/users')
  await userEvent.click(await screen.findByRole('button', { name: 'Record a STOP' }))
  expect(screen.getByLabelText('How they told you')).toHaveFocus()
  for (const label of ['Phone calls', 'Text messages', 'Email'])
    await userEvent.click(screen.getByLabelText(label))
  await userEvent.click(screen.getByRole('button', { name: 'Record It' }))
  await screen.findByText('Choose what to stop.')
  expect(api.count(`POST ${path}/stop`)).toBe(0)

  await userEvent.click(screen.getByLabelText('Text messages'))
  await userEvent.selectOptions(screen.getByLabelText('How they told you'), 'By text message')
  await userEvent.click(screen.getByRole('button', { name: 'Record It' }))
  await waitFor(() => expect(shownToast()).toEqual(['Recorded', 'It takes effect right away.']))
  expect(sent).toEqual({ kinds: ['texts'], way: 'text' })
  const item = screen.getByText(/withdrawn by text message, recorded Nov 20, 2026 by Ada Park/)
  expect(item).toHaveTextContent('Text messages')
  expect(screen.getByRole('button', { name: 'Record a STOP' })).toHaveFocus()
})
