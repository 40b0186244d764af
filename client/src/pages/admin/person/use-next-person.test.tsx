import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { fakePage, installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { useNextPerson, usePerson } from './use-person'

const api = installFakeApi()

/** Goes from person 1 to person 2. */
function Review() {
  const [userId, setUserId] = useState(1)
  const person = usePerson(userId)
  useNextPerson(userId === 1 ? 2 : undefined)
  return (
    <>
      <p>{person.shown?.fileName ?? 'Nothing yet'}</p>
      <p>{person.logins.isSuccess ? 'Logins known' : 'Logins on their way'}</p>
      <button type="button" onClick={() => setUserId(2)}>
        Next
      </button>
    </>
  )
}

it('the next person’s documents and logins are known before the review goes on to them', async () => {
  const asked: string[] = []
  api.routes['GET /api/admin/credentials/overview'] = () => fakePage([])
  api.routes['GET /api/admin/files'] = ({ url }) => {
    const userId = url.searchParams.get('userId') ?? ''
    asked.push(userId)
    return fakePage([fakeReviewedFile({ fileName: `of-${userId}.pdf` })])
  }
  renderPage(<Review />, '/admin/users')
  expect(await screen.findByText('of-1.pdf')).toBeVisible()
  await waitFor(() => expect(asked).toContain('2'))
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('of-2.pdf')).toBeVisible()
  expect(screen.getByText('Logins known')).toBeVisible()
})
