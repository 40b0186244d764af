import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import {
  holdFetch,
  installFakeApi,
  shownToast,
  wordlessFailures,
} from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { filesQuery } from './api'
import { ReplaceFileDialog } from './replace-file-dialog'

const api = installFakeApi()

const file = { id: 2, fileName: 'report.pdf' }

async function send() {
  const chosen = new File(['%PDF-1.4'], 'new.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('The new document'), chosen)
  await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
}

it.each(
  [
    { asAdmin: true, text: 'Failed to re-upload file' },
    { asAdmin: false, text: 'There was an error re-uploading the file. Please try again.' },
  ].flatMap((who) => wordlessFailures.map((failure) => ({ ...who, ...failure }))),
)('says “$text” for $failure', async ({ asAdmin, text, answer }) => {
  api.routes['POST /api/reupload/2'] = () => answer
  renderPage(<ReplaceFileDialog asAdmin={asAdmin} file={file} onClose={() => undefined} />, '/')
  await send()
  await waitFor(() => expect(shownToast()).toEqual(['Error re-uploading file', text]))
})

function OwnFiles() {
  return <p>{useQuery(filesQuery).data?.length} files</p>
}

it('sends a document once, also while the lists are fetched anew', async () => {
  api.routes['GET /api/files'] = () => ({ body: [file] })
  api.routes['POST /api/reupload/2'] = () => ({ body: file })
  const onClose = vi.fn()
  const dialog = <ReplaceFileDialog asAdmin={false} file={file} onClose={onClose} />
  renderPage(
    <>
      <OwnFiles />
      {dialog}
    </>,
    '/',
  )
  await screen.findByText('1 files')
  const answer = holdFetch()
  await send()
  await waitFor(() => expect(shownToast()).toEqual(['File re-uploaded successfully']))
  await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
  answer()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(api.count('POST /api/reupload/2')).toBe(1)
})
