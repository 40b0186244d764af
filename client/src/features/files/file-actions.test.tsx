import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { fakeRefusal, holdFetch, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { filesQuery, useFileActions } from './api'
import { checkFile } from './check-file'
import { ReplaceFileDialog } from './send-file-dialog'

const api = installFakeApi()
const file = fakeReviewedFile()

describe('a chosen file', () => {
  it.each([
    ['report.pdf', 1, undefined],
    ['report.PDF', maxFileBytes, undefined],
    ['report.pdf', 0, 'empty'],
    ['report.pdf', maxFileBytes + 1, 'too-large'],
    ['report.exe', 0, 'wrong-type'],
  ])('%s of %i bytes: %s', async (name, size, problem) => {
    expect((await checkFile(new File([new Uint8Array(size)], name)))?.kind).toBe(problem)
  })

  // Whatever the server takes is sent.
  it.each([
    ['image:1641', '\xff\xd8\xff\xe0', null],
    ['Credit Report', '%PDF-1.7\n', null],
    ['report.pdf (1)', '%PDF-1.7\n', null],
    ['photo.heic', '\xff\xd8\xff\xe0', null],
    ['photo.jpg', '\0\0\0\x24ftypheic', null],
    ['unknown.xyz', 'a\0\x01', null],
    ['photo.HEIC', '\0\0\0\x24ftypheic', 'This is a HEIC photo.'],
    ['notes.txt', 'My score is 742.', 'This is plain text.'],
    ['report.html', '%PDF-1.7\n', 'Its name ends in .html'],
  ])('%s with %j: %s', async (name, start, advice) => {
    const bytes = Uint8Array.from(start, (letter) => letter.charCodeAt(0))
    const problem = await checkFile(new File([bytes], name))
    expect(problem?.advice ?? null).toEqual(advice && expect.stringContaining(advice))
  })
})

function Actions() {
  const { decide, restore, remove, busyIds } = useFileActions()
  return (
    <>
      <p>{busyIds.has(file.id) ? 'Busy' : 'Free'}</p>
      <button onClick={() => void decide(file, 'approved')}>Approve</button>
      <button onClick={() => void restore(file)}>Restore</button>
      <button onClick={() => void remove(file)}>Delete</button>
    </>
  )
}

describe('what the administrator does with a document', () => {
  it.each([
    {
      action: 'Approve',
      call: 'PATCH /api/admin/files/2/status',
      toast: ['Error updating status', 'Failed to update file status'],
    },
    {
      action: 'Restore',
      call: 'POST /api/admin/files/2/restore',
      toast: ['Error restoring file', 'Failed to restore file from backup'],
    },
    {
      action: 'Delete',
      call: 'DELETE /api/admin/files/2',
      toast: ['Error', 'Failed to delete file: Please try again'],
    },
  ])('has own words for a failure without any: $action', async ({ action, call, toast }) => {
    vi.stubGlobal('confirm', () => true)
    api.routes[call] = () => fakeRefusal(500, '')
    renderPage(<Actions />, '/admin/reports')
    await userEvent.click(screen.getByRole('button', { name: action }))
    await waitFor(() => expect(shownToast()).toEqual(toast))
    expect(api.count(call)).toBe(1)
  })
})

it.each([
  ['Approve', 'PATCH /api/admin/files/2/status', '/api/admin/files/2/status'],
  ['Restore', 'POST /api/admin/files/2/restore', '/api/admin/files/2/restore'],
  ['Delete', 'DELETE /api/admin/files/2', '/api/admin/files/2'],
])('a document is busy until the server has answered: %s', async (action, call, path) => {
  vi.stubGlobal('confirm', () => true)
  api.routes[call] = () => ({ body: file })
  renderPage(<Actions />, '/admin/reports')
  const answer = holdFetch(path)
  await userEvent.click(screen.getByRole('button', { name: action }))
  expect(await screen.findByText('Busy')).toBeVisible()
  answer()
  expect(await screen.findByText('Free')).toBeVisible()
})

async function send() {
  const chosen = new File(['%PDF-1.4'], 'new.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('The new document'), chosen)
  await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
}

function OwnFiles() {
  return <p>{useQuery(filesQuery).data?.length} files</p>
}

describe('replacing a document', () => {
  it.each([
    { asAdmin: true, text: 'Failed to re-upload file' },
    { asAdmin: false, text: 'There was an error re-uploading the file. Please try again.' },
  ])('says “$text” when the server has no words', async ({ asAdmin, text }) => {
    api.routes['POST /api/reupload/2'] = () => fakeRefusal(502, '')
    renderPage(<ReplaceFileDialog asAdmin={asAdmin} file={file} onClose={() => undefined} />, '/')
    await send()
    await waitFor(() => expect(shownToast()).toEqual(['Error re-uploading file', text]))
  })

  it('sends it once, also while the lists are refetched', async () => {
    api.routes['GET /api/files'] = () => ({ body: [file] })
    api.routes['POST /api/reupload/2'] = () => ({ body: file })
    const onClose = vi.fn()
    renderPage(
      <>
        <OwnFiles />
        <ReplaceFileDialog asAdmin={false} file={file} onClose={onClose} />
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
})
