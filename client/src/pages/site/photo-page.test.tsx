import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { joinPhotos, readPhoto, writePdf } from '@/features/files/join-photos'
import { PhotoPage } from './photo-page'

const api = installFakeApi()
const open = vi.fn<(...call: unknown[]) => Promise<object>>()
const close = vi.fn<() => void>()
const address = (letter: string) => `/photo#token=${letter.repeat(43)}`
const jpegs = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => new File(['jpeg'], `${index}.jpg`, { type: 'image/jpeg' }),
  )

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

async function choose(files: File[]) {
  fireEvent.change(await screen.findByLabelText('Photos'), { target: { files } })
}

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
    const last = screen.getByRole('button', { name: 'Remove page 10' })
    await waitFor(() => expect(last).toBeEnabled())
    await user.click(last)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Turn page 9' })).toHaveFocus())
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
    expect(screen.getByRole('status').parentElement).toHaveFocus()
  })
})
