import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { useSession } from '@/features/accounts/use-session'
import { request } from '@/lib/http'
import type { PdfDocument } from '@/lib/pdf-document'
import { fakeRefusal, installFakeApi, holdFetch, shownToast } from '@tests/support/client/fake-api'
import { heard } from '@tests/support/client/hear'
import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { refreshFiles, filesQuery, useFileActions } from './api'
import { checkFile } from './check-file'
import { FilePreview } from './file-preview'
import { PdfPages } from './pdf-preview'
import { useLoadAhead } from './preview-api'
import { PreviewSkeleton } from './preview-frame'
import { ReplaceFileDialog } from './send-file-dialog'

/** A document of three pages; a page is drawn when `finish` says so, 100 pixels higher than the last. */
function buildPdf() {
  const waiting: (() => void)[] = []
  const pdf: PdfDocument = {
    pageCount: 3,
    async drawPage(number) {
      const canvas = document.createElement('canvas')
      canvas.width = 1200
      canvas.height = 1500 + 100 * number
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (number === 3) throw new Error('Damaged')
      return { canvas, text: `Text of page ${number}` }
    },
  }
  const finish = () => act(async () => waiting.splice(0).forEach((draw) => draw()))
  return { pdf, finish }
}

const turn = () => userEvent.click(screen.getByRole('button', { name: 'Next page' }))

async function showNext() {
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  return screen.findByAltText('Preview of scan.png')
}

describe('the preview of a document', () => {
  const api = installFakeApi()

  const file = fakeReviewedFile({ fileName: 'scan.png', fileType: 'image/png' })

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

  describe('the preview of a document', () => {
    it('says that the bytes are missing', async () => {
      renderPage(<FilePreview file={file} onFix={() => null} />, '/admin/reports')
      expect(await screen.findByText('File Missing')).toBeVisible()
    })

    it('says why a Word document has no preview, and what to do', async () => {
      const word = { ...file, fileName: 'report.doc', fileType: 'application/msword' as const }
      api.routes['POST /api/admin/generate-file-token'] = () => ({ body: { token: 't' } })
      api.routes[`HEAD /uploads/${file.uploadKey}/report.doc`] = () => ({})
      renderPage(<FilePreview file={word} onFix={() => null} />, '/admin/reports')
      const note = 'Word documents can’t be shown here. Download this one to read it.'
      expect(await screen.findByText(note)).toBeVisible()
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
    ] as const)('in quarantine (%s) asks for nothing', async (quarantine, title) => {
      renderPage(
        <FilePreview file={{ ...file, quarantine }} onFix={() => null} />,
        '/admin/reports',
      )
      expect(await screen.findByText(title)).toBeVisible()
      expect(api.calls).toEqual([])
    })

    it('does not use an expired link again: its refusal would look like an ended session', async () => {
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
  })

  describe('a page of a PDF', () => {
    it('stays until the next one is drawn, which is seen from its top', async () => {
      const { pdf, finish } = buildPdf()
      const { container } = render(<PdfPages pdf={pdf} fileName="scan.pdf" />)
      const canvas = container.querySelector('canvas')
      const box = canvas?.closest('.overflow-auto')
      expect(canvas).not.toBeVisible()
      await finish()
      expect(canvas).toBeVisible()
      expect(canvas).toHaveProperty('height', 1600)
      expect(screen.getByText('Text of page 1')).toBeInTheDocument()

      if (box) box.scrollTop = 300
      await turn()
      expect(canvas).toBeVisible()
      expect(canvas).toHaveProperty('height', 1600)
      expect(screen.queryByText('Text of page 1')).toBeNull()
      await finish()
      expect(container.querySelector('canvas')).toBe(canvas)
      expect(canvas).toHaveProperty('height', 1700)
      expect(box).toHaveProperty('scrollTop', 0)
      expect(screen.getByText('Text of page 2')).toBeInTheDocument()
    })

    it('that takes over three seconds says so, until it is drawn', async () => {
      vi.useFakeTimers()
      const { pdf, finish } = buildPdf()
      render(<PdfPages pdf={pdf} fileName="scan.pdf" />)
      await act(() => vi.advanceTimersByTimeAsync(2900))
      expect(screen.queryByText(/is taking a while/)).toBeNull()
      await act(() => vi.advanceTimersByTimeAsync(200))
      await act(() => vi.advanceTimersByTimeAsync(300))
      expect(heard()).toContain('Select View to open the file now.')
      await finish()
      expect(screen.queryByText(/is taking a while/)).toBeNull()
      expect(screen.getByText('Text of page 1')).toBeInTheDocument()
      vi.useRealTimers()
    })

    it('that is damaged says so, and the one before it can be seen again', async () => {
      const { pdf, finish } = buildPdf()
      const { container } = render(<PdfPages pdf={pdf} fileName="scan.pdf" />)
      await turn()
      await turn()
      await finish()
      expect(screen.getByText(/This page is damaged/)).toBeVisible()
      expect(container.querySelector('canvas')).not.toBeVisible()
      await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
      await finish()
      expect(screen.queryByText(/This page is damaged/)).toBeNull()
      expect(container.querySelector('canvas')).toBeVisible()
    })

    it('has what was found framed on it, and a press leads there', async () => {
      const { pdf, finish } = buildPdf()
      const mark = { page: 2, left: 0.1, top: 0.2, width: 0.3, height: 0.05 }
      const { container } = render(<PdfPages pdf={pdf} fileName="scan.pdf" marks={[mark]} />)
      await finish()
      expect(container.querySelector('rect')).toBeNull()
      await userEvent.click(screen.getByRole('button', { name: 'Score on Page 2' }))
      await finish()
      const frame = container.querySelector('rect')
      expect(Number(frame?.getAttribute('x'))).toBeCloseTo(0.1, 1)
      expect(Number(frame?.getAttribute('width'))).toBeCloseTo(0.3, 1)
      expect(screen.queryByRole('button', { name: /^Score on/ })).toBeNull()
    })
  })

  const first = fakeReviewedFile({ fileName: 'scan.png', fileType: 'image/png' })

  const beside = 'GET /api/admin/users/1/score'

  /** What else the panel asks for. */
  function Beside() {
    useQuery({
      queryKey: [beside],
      queryFn: ({ signal }) => request('/api/admin/users/1/score', { signal }),
    })
    return null
  }

  describe('a document that is loaded ahead of its review', () => {
    const bytes = `GET /uploads/${first.uploadKey}/scan.png`
    const looked = `HEAD /uploads/${first.uploadKey}/scan.png`
    const opened = `POST /api/admin/files/${first.id}/opened`
    const create = vi.fn(() => 'blob:ahead')
    const revoke = vi.fn()

    beforeEach(() => {
      Object.assign(URL, { createObjectURL: create, revokeObjectURL: revoke })
      create.mockClear()
      revoke.mockClear()
      api.routes['POST /api/admin/generate-file-token'] = () => ({ body: { token: 't' } })
      api.routes[bytes] = { text: 'picture' }
      api.routes[looked] = {}
      api.routes[opened] = { body: { message: 'Recorded' } }
      api.routes[beside] = { body: null }
    })

    /** Someone else is reviewed first. */
    function Desk({ isSlow = false }) {
      const [isNext, setIsNext] = useState(false)
      useLoadAhead(isNext ? undefined : first)
      return (
        <>
          <button type="button" onClick={() => setIsNext(true)}>
            Next
          </button>
          {isNext ? <FilePreview file={first} onFix={() => null} /> : null}
          {isNext ? <Beside /> : null}
          {isSlow && !isNext ? <PreviewSkeleton /> : null}
        </>
      )
    }
    const loadAhead = async () => {
      const view = renderPage(<Desk />, '/admin/users')
      await waitFor(() => expect(create).toHaveBeenCalled())
      return view
    }
    it('is recorded as opened before any other request, and is not loaded again', async () => {
      await loadAhead()
      expect(api.requests.find(({ path }) => path.includes('ahead=true'))).toBeDefined()
      expect(api.count(opened)).toBe(0)
      const picture = await showNext()
      expect(picture).toHaveAttribute('src', 'blob:ahead')
      expect(api.calls.slice(-2)).toEqual([opened, beside])
      expect(api.requests.at(-2)?.body).toEqual({ basedOnVersion: first.version })
      expect([api.count(opened), api.count(bytes), api.count(looked)]).toEqual([1, 1, 0])
      fireEvent.load(picture)
      expect(revoke).toHaveBeenCalledWith('blob:ahead')
    })

    it('is loaded like any other when its content has changed on the server', async () => {
      api.routes[opened] = fakeRefusal(409, 'This document has changed since it was loaded.')
      await loadAhead()
      expect(await showNext()).toHaveAttribute(
        'src',
        `/uploads/${first.uploadKey}/scan.png?token=t`,
      )
    })

    it('waits for the one on the screen, and no one waits for it', async () => {
      renderPage(<Desk isSlow />, '/admin/users')
      expect(await showNext()).toHaveAttribute(
        'src',
        `/uploads/${first.uploadKey}/scan.png?token=t`,
      )
      expect([api.count(bytes), api.count(opened)]).toEqual([0, 0])
    })

    it('is dropped when the desk is left, and never opened', async () => {
      const { unmount } = await loadAhead()
      unmount()
      await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:ahead'))
      expect(api.count(opened)).toBe(0)
    })

    it('is not loaded in a browser that saves data', async () => {
      Object.assign(navigator, { connection: { saveData: true } })
      onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
      renderPage(<Desk />, '/admin/users')
      expect(await showNext()).toHaveAttribute(
        'src',
        `/uploads/${first.uploadKey}/scan.png?token=t`,
      )
      expect(api.calls).not.toContain(bytes)
    })
  })
})

async function sendFile() {
  const chosen = new File(['%PDF-1.4'], 'new.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('The new document'), chosen)
  await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
}

function OwnFiles() {
  return <p>{useQuery(filesQuery).data?.length} files</p>
}

describe('what is done with a document', () => {
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

  describe('replacing a document', () => {
    it.each([
      { asAdmin: true, text: 'Failed to re-upload file' },
      { asAdmin: false, text: 'There was an error re-uploading the file. Please try again.' },
    ])('says “$text” when the server has no words', async ({ asAdmin, text }) => {
      api.routes['POST /api/reupload/2'] = () => fakeRefusal(502, '')
      renderPage(<ReplaceFileDialog asAdmin={asAdmin} file={file} onClose={() => undefined} />, '/')
      await sendFile()
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
      await sendFile()
      await waitFor(() => expect(shownToast()).toEqual(['File re-uploaded successfully']))
      await userEvent.click(screen.getByRole('button', { name: 'Re-upload' }))
      answer()
      await waitFor(() => expect(onClose).toHaveBeenCalled())
      expect(api.count('POST /api/reupload/2')).toBe(1)
    })
  })
})
