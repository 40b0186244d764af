import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { DocumentPicker } from './document-picker'
import { PhotoHandoffButton } from './photo-handoff'
import type { ChosenDocument } from './use-upload'

const api = installFakeApi()
const [token, pickup] = ['t'.repeat(43), 'p'.repeat(43)]
const file = {
  uploadKey: 'k'.repeat(43),
  fileName: 'photos.pdf',
  fileSize: 2048,
  fileType: 'application/pdf',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  api.routes['POST /api/photo-handoffs'] = {
    status: 201,
    body: { token, pickup, expiresAt: '2026-11-26T10:10:00.000Z' },
  }
  api.routes['GET /api/photo-handoffs'] = { body: { file: null } }
})

afterEach(() => vi.useRealTimers())

/** Until the form asks again whether the phone’s photos have come. */
const passPoll = () => act(() => vi.advanceTimersByTimeAsync(2_000))

function Drop({ onHanded }: { onHanded?: (document: ChosenDocument | null) => void }) {
  const [chosen, setChosen] = useState<ChosenDocument | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  function handleSelect(selected: ChosenDocument | null) {
    onHanded?.(selected)
    setChosen(selected)
  }
  return (
    <>
      <DocumentPicker
        label="Your report"
        file={chosen}
        onSelect={handleSelect}
        sentences={{ 'wrong-type': '', empty: '', 'too-large': '' }}
        progress={progress}
      />
      <button onClick={() => setProgress(progress === null ? 0.5 : null)}>Send</button>
    </>
  )
}

describe('the phone’s camera', () => {
  it('is reached by a code, and what it takes comes to the form', async () => {
    const onHanded = vi.fn()
    const { user } = renderPage(<Drop onHanded={onHanded} />)
    await user.click(screen.getByRole('button', { name: 'Use your phone’s camera' }))
    expect(await screen.findByRole('img', { name: /^Code that opens/ })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(
      /The code works once, until \d+:\d\d [AP]M\./,
    )
    api.routes['GET /api/photo-handoffs'] = { body: { file } }
    await passPoll()
    await vi.waitFor(() => expect(onHanded).toHaveBeenCalledTimes(1))
    expect(onHanded).toHaveBeenCalledWith({
      name: 'photos.pdf',
      size: 2048,
      type: 'application/pdf',
      uploadKey: file.uploadKey,
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is waited for after the code is closed', async () => {
    const onHanded = vi.fn()
    const { user } = renderPage(<PhotoHandoffButton onHanded={onHanded} />)
    await user.click(screen.getByRole('button', { name: 'Use your phone’s camera' }))
    await screen.findByRole('img', { name: /^Code that opens/ })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('button', { name: 'Use your phone’s camera' })).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent(/^Waiting for your photos/)
    api.routes['GET /api/photo-handoffs'] = { body: { file } }
    await passPoll()
    await vi.waitFor(() => expect(onHanded).toHaveBeenCalledTimes(1))
    expect(api.count('POST /api/photo-handoffs')).toBe(1)
  })

  it('is said beside a document that is there, and takes its place when asked', async () => {
    const { user } = renderPage(<Drop />)
    await user.click(screen.getByRole('button', { name: 'Use your phone’s camera' }))
    await screen.findByRole('img', { name: /^Code that opens/ })
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.upload(screen.getByLabelText('Your report'), new File(['%PDF-1.7'], 'report.pdf'))
    expect(await screen.findByText('report.pdf')).toBeVisible()
    api.routes['GET /api/photo-handoffs'] = { body: { file } }
    const use = { name: 'Use Them Instead' }
    await passPoll()
    expect(await screen.findByRole('button', use)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Your phone’s photos have arrived.')
    expect(screen.getByText('report.pdf')).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.queryByRole('button', use)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.click(screen.getByRole('button', use))
    expect(await screen.findByText('photos.pdf')).toBeVisible()
    expect(screen.queryByText('report.pdf')).toBeNull()
    expect(screen.getByLabelText('Your report')).toHaveFocus()
  })

  it('gets a new code once the old one has expired', async () => {
    api.routes['GET /api/photo-handoffs'] = {
      status: 404,
      body: { message: 'Expired.', code: 'not_found' },
    }
    const { user } = renderPage(<PhotoHandoffButton onHanded={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Use your phone’s camera' }))
    const showNew = await screen.findByRole('button', { name: 'Show a New Code' })
    api.routes['POST /api/photo-handoffs'] = {
      status: 201,
      body: { token, pickup: 'q'.repeat(43), expiresAt: '2026-11-26T10:20:00.000Z' },
    }
    await user.click(showNew)
    await waitFor(() => expect(api.count('POST /api/photo-handoffs')).toBe(2))
  })
})
