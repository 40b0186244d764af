import { fireEvent, screen, waitFor, act } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi, afterEach } from 'vitest'
import { DocumentPicker } from '@/features/files/document-picker'
import { joinPhotos, readPhoto, writePdf } from '@/features/files/join-photos'
import { PhotoHandoffButton } from '@/features/files/photo-handoff'
import type { ChosenDocument } from '@/features/files/use-upload'
import { installFakeApi } from '@tests/support/client/fake-api'
import { heard } from '@tests/support/client/hear'
import { renderPage } from '@tests/support/client/render-page'
import { PhotoPage } from './photo-page'

const address = (letter: string) => `/photo#token=${letter.repeat(43)}`

const jpegs = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => new File(['jpeg'], `${index}.jpg`, { type: 'image/jpeg' }),
  )

async function choose(files: File[]) {
  fireEvent.change(await screen.findByLabelText('Photos'), { target: { files } })
}

describe('the page for photos', () => {
  const api = installFakeApi()
  const open = vi.fn<(...call: unknown[]) => Promise<object>>()
  const close = vi.fn<() => void>()

  /** What happy-dom lacks: a JPEG takes so many bytes a pixel. */
  beforeEach(() => {
    open.mockReset().mockImplementation(async () => ({ width: 4_000, height: 3_000, close }))
    close.mockReset()
    vi.stubGlobal('createImageBitmap', open)
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
      Object.assign(Object.create(null), {
        fillRect() {},
        translate() {},
        rotate() {},
        drawImage() {},
      }),
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      done,
    ) {
      done(new Blob([new Uint8Array(Math.ceil((this.width * this.height) / 4))]))
    })
    api.routes['GET /api/photo-handoffs/open'] = { body: { secondsLeft: 500 } }
    api.routes['POST /api/photo-handoffs/upload'] = { status: 201, body: { message: 'Done' } }
  })

  describe('photos', () => {
    it('are made smaller until all fit, each decoded without options and released', async () => {
      const photos = await Promise.all(jpegs(10).map((picture) => readPhoto(picture)))
      const joined = await joinPhotos(photos, 1_000_000)
      expect(joined.size).toBeLessThanOrEqual(1_000_000)
      expect(open.mock.calls.every((call) => call.length === 1)).toBe(true)
      expect(close).toHaveBeenCalledTimes(open.mock.calls.length)
    })
  })

  describe('a picture', () => {
    it.each([
      [4_000, 3_000, 2_400, 1_800],
      [3_024, 4_032, 1_800, 2_400],
      [1_170, 10_833, 1_170, 10_833],
      [10_833, 1_170, 10_833, 1_170],
      [1_290, 13_000, 1_200, 12_093],
      [2_160, 20_000, 1_200, 11_111],
      [1_290, 40_000, 516, 16_000],
      [640, 480, 640, 480],
    ])('of %i by %i arrives as %i by %i', async (width, height, ...arrives) => {
      open.mockImplementation(async () => ({ width, height, close }))
      const [picture] = jpegs(1)
      const photo = await readPhoto(picture ?? new Blob())
      expect([photo.width, photo.height]).toEqual(arrives)
      expect(photo.width * photo.height).toBeLessThan(16_777_216)
      // Readers of PDFs open no page that is longer.
      const pdf = await writePdf([photo]).text()
      const [, ...page] = /\/MediaBox \[0 0 (\d+) (\d+)\]/.exec(pdf)?.map(Number) ?? []
      expect(Math.max(...page)).toBeLessThanOrEqual(14_400)
      expect(page).toHaveLength(2)
    })
  })

  describe('the page on the phone', () => {
    it('says what to do about a code before any photo is taken, and starts again with another one', async () => {
      const message = 'This code has expired. Please get a new one on your computer.'
      api.routes['GET /api/photo-handoffs/open'] = {
        status: 404,
        body: { message, code: 'not_found' },
      }
      renderPage(<PhotoPage />, address('a'))
      expect(await screen.findByText(message)).toBeVisible()
      expect(screen.queryByRole('button')).toBeNull()
      api.routes['GET /api/photo-handoffs/open'] = { body: { secondsLeft: 500 } }
      window.location.hash = `token=${'b'.repeat(43)}`
      fireEvent(window, new Event('hashchange'))
      expect(await screen.findByRole('button', { name: 'Take a Photo' })).toBeEnabled()
    })

    it('takes ten photos, says so when there are more, and keeps the focus when one goes', async () => {
      const { user } = renderPage(<PhotoPage />, address('a'))
      await choose(jpegs(12))
      expect(await screen.findByText(/You can send up to 10 photos\. We left/)).toBeVisible()
      await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(10))
      await expect.poll(() => window.heard.join()).toContain('10 photos ready to send.')
      await user.click(screen.getByRole('button', { name: 'Turn page 2' }))
      await expect.poll(() => window.heard.at(-1)).toBe('Page 2 turned.')
      const last = screen.getByRole('button', { name: 'Remove page 10' })
      await waitFor(() => expect(last).toBeEnabled())
      await user.click(last)
      const next = screen.getByRole('img', { name: 'Page 9' }).closest('li')
      await waitFor(() => expect(next).toHaveFocus())
    })

    it.each([
      ['a\0\x01', 'We can’t read this picture. You can also take a new photo here'],
      ['\0\0\0\x18ftypheic', 'This is a HEIC photo. Take a screenshot of it, or choose Most'],
      ['\0\0\0\x18ftypavif', 'This is an AVIF picture. Take a screenshot of it'],
    ])('says what to do about %j, and keeps the others', async (start, said) => {
      open.mockImplementation(async (picture) => {
        if (picture === unreadable) throw new Error('No picture.')
        return { width: 4_000, height: 3_000, close }
      })
      vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('No picture.'))
      const unreadable = new File([start], 'photo')
      renderPage(<PhotoPage />, address('a'))
      const [first, last] = jpegs(2)
      await choose([first, unreadable, last].filter((one) => one !== undefined))
      expect(await screen.findByText(said, { exact: false })).toBeVisible()
      await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(2))
    })

    it('refuses a picture that can’t be read beside the buttons, and sends the others', async () => {
      open.mockRejectedValueOnce(new Error('No picture.'))
      vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('No picture.'))
      const { user } = renderPage(<PhotoPage />, address('a'))
      await choose(jpegs(1))
      expect(await screen.findByText(/You can also take a new photo here/)).toBeVisible()
      await choose(jpegs(1))
      const send = await screen.findByRole('button', { name: 'Send This Photo' })
      await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
      await user.click(send)
      expect(await screen.findByText(/Continue on your computer/)).toBeVisible()
      expect(screen.getByText('Your photos are on your computer')).toHaveFocus()
      await waitFor(() => expect(heard()).toContain('Continue on your computer.'))
    })
  })
})

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
    <section>
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
    </section>
  )
}

describe('photos from a phone', () => {
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

  describe('the phone’s camera', () => {
    it('is reached by a code, and what it takes comes to the form', async () => {
      const onHanded = vi.fn()
      const { user } = renderPage(<Drop onHanded={onHanded} />)
      await user.click(screen.getByRole('button', { name: 'Use your phone’s camera' }))
      expect(await screen.findByRole('img', { name: /^Code that opens/ })).toBeVisible()
      const link = `${window.location.origin}/photo#token=${token}`
      expect(screen.getByText(link)).toBeVisible()
      expect(screen.getByRole('button', { name: 'Copy the link' })).toBeVisible()
      expect(screen.getByText(/The code works once, until \d+:\d\d [AP]M\./)).toBeVisible()
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
      expect(screen.getByText(/^Waiting for your photos/)).toBeVisible()
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
      expect(screen.getByText('Your phone’s photos have arrived.')).toBeVisible()
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
})
