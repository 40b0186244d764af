import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { useFileActions } from './use-file-actions'

const api = installFakeApi()

const file = fakeReviewedFile()

function Actions() {
  const { decide, restore, remove } = useFileActions()
  return (
    <>
      <button onClick={() => void decide(file, 'approved')}>Approve</button>
      <button onClick={() => void restore(file)}>Restore</button>
      <button onClick={() => void remove(file)}>Delete</button>
    </>
  )
}

it.each([
  [
    'Approve',
    'PATCH /api/admin/files/2/status',
    ['Error updating status', 'Failed to update file status'],
  ],
  [
    'Restore',
    'POST /api/admin/files/2/restore',
    ['Error restoring file', 'Failed to restore file from backup'],
  ],
  ['Delete', 'DELETE /api/admin/files/2', ['Error', 'Failed to delete file: Please try again']],
])(
  '%s says in its own words that it failed when the server has none',
  async (action, call, toast) => {
    vi.stubGlobal('confirm', () => true)
    api.routes[call] = () => fakeRefusal(500, '')
    renderPage(<Actions />, '/admin/reports')
    await userEvent.click(screen.getByRole('button', { name: action }))
    await waitFor(() => expect(shownToast()).toEqual(toast))
    expect(api.count(call)).toBe(1)
  },
)
