import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { request } from '@/lib/http'
import { fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { FilePreview } from './file-preview'
import { useLoadAhead } from './preview-api'
import { PreviewSkeleton } from './preview-frame'

const api = installFakeApi()

const file = fakeReviewedFile({ fileName: 'scan.png', fileType: 'image/png' })

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
  const bytes = `GET /uploads/${file.uploadKey}/scan.png`
  const looked = `HEAD /uploads/${file.uploadKey}/scan.png`
  const opened = `POST /api/admin/files/${file.id}/opened`
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
    useLoadAhead(isNext ? undefined : file)
    return (
      <>
        <button type="button" onClick={() => setIsNext(true)}>
          Next
        </button>
        {isNext ? <FilePreview file={file} onFix={() => null} /> : null}
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
    expect(api.requests.at(-2)?.body).toEqual({ basedOnVersion: file.version })
    expect([api.count(opened), api.count(bytes), api.count(looked)]).toEqual([1, 1, 0])
    fireEvent.load(picture)
    expect(revoke).toHaveBeenCalledWith('blob:ahead')
  })

  it('is loaded like any other when its content has changed on the server', async () => {
    api.routes[opened] = fakeRefusal(409, 'This document has changed since it was loaded.')
    await loadAhead()
    expect(await showNext()).toHaveAttribute('src', `/uploads/${file.uploadKey}/scan.png?token=t`)
  })

  it('waits for the one on the screen, and no one waits for it', async () => {
    renderPage(<Desk isSlow />, '/admin/users')
    expect(await showNext()).toHaveAttribute('src', `/uploads/${file.uploadKey}/scan.png?token=t`)
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
    expect(await showNext()).toHaveAttribute('src', `/uploads/${file.uploadKey}/scan.png?token=t`)
    expect(api.calls).not.toContain(bytes)
  })
})
