import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useSession } from '@/features/accounts/use-session'
import { request } from '@/lib/http'
import type { PdfDocument } from '@/lib/pdf-document'
import { fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { refreshFiles } from './api'
import { FilePreview } from './file-preview'
import { PdfPages } from './pdf-preview'
import { useLoadAhead } from './preview-api'
import { PreviewSkeleton } from './preview-frame'

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
    renderPage(<FilePreview file={{ ...file, quarantine }} onFix={() => null} />, '/admin/reports')
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
    expect(screen.getByRole('status')).toHaveTextContent('Select View to open the file now.')
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

async function showNext() {
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  return screen.findByAltText('Preview of scan.png')
}

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
    expect(await showNext()).toHaveAttribute('src', `/uploads/${first.uploadKey}/scan.png?token=t`)
  })

  it('waits for the one on the screen, and no one waits for it', async () => {
    renderPage(<Desk isSlow />, '/admin/users')
    expect(await showNext()).toHaveAttribute('src', `/uploads/${first.uploadKey}/scan.png?token=t`)
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
    expect(await showNext()).toHaveAttribute('src', `/uploads/${first.uploadKey}/scan.png?token=t`)
    expect(api.calls).not.toContain(bytes)
  })
})
