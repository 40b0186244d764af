import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  fakeRefusal,
  installFakeApi,
  renderAt,
  shownToast,
} from '../../../../tests/support/fake-api'
import { ReplaceFileDialog } from './replace-file-dialog'

const api = installFakeApi()

it.each([
  [true, 'Failed to re-upload file'],
  [false, 'There was an error re-uploading the file. Please try again.'],
])('has words of its own for a failure without any (administrator: %s)', async (asAdmin, text) => {
  api.routes['POST /api/reupload/2'] = () => fakeRefusal(500, '')
  const file = { id: 2, fileName: 'report.pdf' }
  renderAt('/', <ReplaceFileDialog asAdmin={asAdmin} file={file} onClose={() => undefined} />)
  const chosen = new File(['%PDF-1.4'], 'new.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('The new document'), chosen)
  await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
  await waitFor(() => expect(shownToast()).toEqual(['Error re-uploading file', text]))
})
