import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { ListedSession } from '@shared/accounts'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { SessionsList } from './sessions-list'

const api = installFakeApi()

const session = (ref: string, browser: string, isCurrent = false): ListedSession => ({
  ref,
  browser,
  isCurrent,
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T11:00:00.000Z',
})
const here = session('here', 'Firefox on Linux', true)

/** The sessions as long as the server still lists them. */
function show(others: ListedSession[] = [], list = <SessionsList />) {
  let listed = [here, ...others]
  api.routes['GET /api/sessions'] = () => ({ body: listed })
  for (const { ref } of others) {
    api.routes[`DELETE /api/sessions/${ref}`] = () => {
      listed = listed.filter((one) => one.ref !== ref)
      return { body: { message: 'The session has ended.' } }
    }
  }
  api.routes['DELETE /api/sessions'] = () => {
    listed = [here]
    return { body: { message: 'Done.' } }
  }
  renderPage(list, '/account')
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

it('sessions are ended one by one and all together; the present one cannot be', async () => {
  show([
    session('phone', 'Chrome on Android'),
    session('tablet', 'Safari on iPad'),
    session('work', 'Edge on Windows'),
  ])
  await screen.findByText('Chrome on Android')
  expect(screen.queryByRole('button', { name: /^Log out Firefox/ })).toBeNull()
  await press(/^Log out Chrome on Android, last used/)
  await waitFor(() => expect(shownToast()).toEqual(['Device logged out']))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  const neighbor = screen.getByText('Safari on iPad').closest('li')
  await waitFor(() => expect(neighbor).toHaveFocus())
  await press('Log Out on All Other Devices')
  await screen.findByText('You’re not logged in anywhere else.')
  expect(shownToast()).toEqual(['Logged out on all other devices'])
  expect(screen.queryByText('Edge on Windows')).toBeNull()
  const present = screen.getByText('Firefox on Linux').closest('li')
  await waitFor(() => expect(present).toHaveFocus())
})

function Visits() {
  const [isHere, setIsHere] = useState(true)
  return (
    <>
      <button onClick={() => setIsHere(!isHere)}>Come or go</button>
      {isHere ? <SessionsList /> : null}
    </>
  )
}

it('sessions are asked for again at the next visit', async () => {
  show([], <Visits />)
  await screen.findByText('Firefox on Linux')
  api.routes['GET /api/sessions'] = { body: [here, session('phone', 'Chrome')] }
  await press('Come or go')
  expect(screen.queryByText('Firefox on Linux')).toBeNull()
  await press('Come or go')
  await screen.findByText('Chrome')
})

it('it is said why a session was not ended', async () => {
  show([session('phone', 'Chrome')])
  api.routes['DELETE /api/sessions/phone'] = () => fakeRefusal(503, 'The portal is busy.')
  await screen.findByText('Chrome')
  await press(/^Log out Chrome/)
  const refusal = ['The device was not logged out', 'The portal is busy.']
  await waitFor(() => expect(shownToast()).toEqual(refusal))
  screen.getByText('Chrome')
})

it('sessions can be asked for again when they did not come', async () => {
  show()
  const answer = api.routes['GET /api/sessions']
  api.routes['GET /api/sessions'] = () => fakeRefusal(400, 'No.')
  await screen.findByText('Your sessions could not be loaded')
  if (answer) api.routes['GET /api/sessions'] = answer
  await press('Try Again')
  await screen.findByText('Firefox on Linux')
})
