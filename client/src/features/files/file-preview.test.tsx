import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useSession } from '@/features/accounts/use-session'
import { fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { refreshFiles } from './api'
import { FilePreview } from './file-preview'

const api = installFakeApi()

const file = fakeReviewedFile({ fileName: 'scan.png', fileType: 'image/png' })

it('says that the bytes are missing', async () => {
  renderPage(<FilePreview file={file} onFix={() => null} />, '/admin/reports')
  expect(await screen.findByText('File Missing')).toBeVisible()
})

it('shows what a picture is called when the picture itself does not come', async () => {
  api.routes['POST /api/admin/generate-file-token'] = () => ({ body: { token: 't' } })
  api.routes[`HEAD /uploads/${file.uploadKey}/scan.png`] = () => ({})
  renderPage(<FilePreview file={file} onFix={() => null} />, '/admin/reports')
  fireEvent.error(await screen.findByAltText('Preview of scan.png'))
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('scan.png')).toBeVisible()
  expect(screen.getByText('The preview could not be loaded.')).toBeVisible()
})

it.each([
  ['waiting', 'Waiting for a virus check'],
  ['infected', 'Virus found, removed'],
] as const)('of a document in quarantine (%s) nothing is asked for', async (quarantine, title) => {
  renderPage(<FilePreview file={{ ...file, quarantine }} onFix={() => null} />, '/admin/reports')
  expect(await screen.findByText(title)).toBeVisible()
  expect(api.calls).toEqual([])
})

/** Someone who is logged in, and reads a PDF. */
function Review() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const pdf = { ...file, fileName: 'scan.pdf', fileType: 'application/pdf' as const }
  return (
    <>
      <p>{user ? 'Logged in' : 'Logged out'}</p>
      <button type="button" onClick={() => void refreshFiles(queryClient)}>
        Refresh
      </button>
      <FilePreview file={pdf} onFix={() => null} />
    </>
  )
}

it('a link that has expired is not used again: its refusal would look like an ended session', async () => {
  const path = `/uploads/${file.uploadKey}/scan.pdf`
  const isExpired = (url: URL) => url.searchParams.get('token') !== `token-${created}`
  let created = 0
  api.routes['GET /api/user'] = () => ({ body: { id: 1 } })
  api.routes['POST /api/admin/generate-file-token'] = () => {
    created += 1
    return { body: { token: `token-${created}` } }
  }
  api.routes[`GET ${path}`] = ({ url }) => (isExpired(url) ? fakeRefusal(401, 'Expired.') : {})
  renderPage(<Review />, '/admin/reports')
  await waitFor(() => expect(api.calls).toContain(`GET ${path}`))

  const read = api.count(`GET ${path}`)
  created += 1
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(api.count(`GET ${path}`)).toBeGreaterThan(read))
  expect(await screen.findByText('We can’t show this PDF here.')).toBeVisible()
  expect(screen.getByText('Logged in')).toBeVisible()
})
