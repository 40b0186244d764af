import type { Browser } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { writePdf } from '@/features/files/join-photos'
import * as fc from 'fast-check'
import { accountForm } from '@/features/accounts/account-fields'
import { passwordHint } from '@/features/accounts/new-password-field'
import { samples } from '@tests/support/samples/samples'
import { detectKind } from '@server/features/files/content-type/detect-kind'
import { passwordTooCommon, registerRequest } from '@shared/accounts'
import { isCommonPassword } from '@shared/password-verdict'
import { findPasswordFlaw } from '@server/features/accounts/passwords'
import { type BrowserInstall, launchBrowser, prepareBrowser } from './browser'

let browser: Browser | undefined

afterEach(async () => {
  await browser?.close()
  browser = undefined
})

/** Shows one line of text and measures it, on the page and among the pixels of a screenshot. */
async function renderText(install: BrowserInstall) {
  browser = await launchBrowser(install)
  const page = await browser.newPage({ viewport: { width: 400, height: 100 } })
  await page.setContent('<body style="background: white"><span>Credit Partner Portal</span></body>')
  const box = await page.locator('span').boundingBox()
  const screenshot = (await page.screenshot()).toString('base64')
  const darkPixels = await page.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
    if (!drawing) throw new Error('This browser cannot draw')
    drawing.drawImage(image, 0, 0)
    const { data } = drawing.getImageData(0, 0, image.width, image.height)
    return data.filter((value, index) => index % 4 === 0 && value < 128).length
  }, screenshot)
  return { width: box?.width ?? 0, darkPixels }
}

describe('prepareBrowser', { timeout: 60_000 }, () => {
  it('finds a browser that shows text, also for two who unpack it at once', async () => {
    const [install, second] = await Promise.all([prepareBrowser(), prepareBrowser()])
    expect(second).toEqual(install)
    const { width, darkPixels } = await renderText(install)
    expect(width).toBeGreaterThan(50)
    expect(darkPixels).toBeGreaterThan(200)
  })
})

it('what a phone joins of its photos is a PDF with a page for each', async () => {
  const jpeg = new Blob([new Uint8Array(samples.jpeg().bytes)])
  const page = { jpeg, width: 1200, height: 1600 }
  const pdf = Buffer.from(await writePdf([page, page, page]).arrayBuffer())
  expect(await detectKind(pdf)).toMatchObject({ kind: 'pdf' })
  const text = pdf.toString('latin1')
  expect(text.match(/\/Type \/Page /g)).toHaveLength(3)
  // Each offset of the table leads to its object.
  const [, start = ''] = /startxref\n(\d+)/.exec(text) ?? []
  const table = text.slice(Number(start)).match(/\d{10} 00000 n/g) ?? []
  for (const [index, entry] of table.entries())
    expect(text.slice(Number.parseInt(entry, 10))).toMatch(new RegExp(`^${index + 1} 0 obj`))
  expect(table).toHaveLength(2 + 3 * 3)
})

const parts = ['Rosa', 'DELGADO', 'delgado', 'Zoë', 'zoe\u0308', 'partner.example', '@', '.', ' ']

const wellKnown = [
  'credit',
  'Partner',
  'portal',
  'program',
  'password',
  'Summer',
  '2025',
  '!',
  '1234',
]

const part = fc.constantFrom(...parts, ...wellKnown, 'vq7#mTz2')

const password = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 5 }).map((chosen) => chosen.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 70 }),
)

const name = fc.constantFrom(
  'Rosa',
  ' Rosa ',
  'Rosa\u202c',
  'Delgado',
  'zoe\u0308',
  'Zoë',
  'Ana Lucía',
)

const email = fc.constantFrom(
  'rosa.delgado@partner.example',
  ' Rosa@partner.example ',
  'zoe@x.example',
)

const rest = { phoneNumber: '(303) 555-0199', agreeToTerms: true, contactConsent: false } as const

it('form, hint and server say the same of any password, no matter whose it is', async () => {
  await fc.assert(
    fc.asyncProperty(password, name, name, email, async (typed, firstName, lastName, address) => {
      const fields = { ...rest, password: typed, firstName, lastName, email: address }
      const request = registerRequest.safeParse({ ...fields, uploadKey: 'k'.repeat(43) })
      const flaw = request.success
        ? await findPasswordFlaw(request.data.password, { ...request.data, isAdmin: 0 })
        : request.error.issues.find(({ path }) => path[0] === 'password')?.message

      const form = await accountForm.safeParseAsync({ ...fields, confirmPassword: typed })
      const shown = form.error?.issues.find(({ path }) => path[0] === 'password')?.message
      expect(shown ?? null).toBe(flaw ?? null)

      const hint = passwordHint({ password: typed, owner: fields, isCommonPassword })
      expect(hint.startsWith('Strong enough.')).toBe(flaw === null)
      if (flaw === passwordTooCommon) expect(hint).toBe(flaw)
    }),
    { numRuns: 150 },
  )
})
