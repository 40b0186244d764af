import type { Page } from 'playwright-core'
import { samples, type Sample } from '@tests/support/samples/samples'
import { phone } from './admin-window'
import { checkLook, open } from './journey-steps'
import { asPicked } from './people'
import type { setUpVisitors } from './visitor'

const cameraButton = { name: 'Use your phone’s camera' }

/** Shows the code, closes the dialog again, and returns what the code holds. */
export async function showCode(page: Page): Promise<string> {
  const started = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/photo-handoffs') && answer.request().method() === 'POST',
  )
  await page.getByRole('button', cameraButton).click()
  const { token } = await (await started).json()
  const dialog = page.getByRole('dialog', { name: 'Use Your Phone’s Camera' })
  await dialog.getByRole('img', { name: /^Code that opens/ }).waitFor()
  await checkLook(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return token
}

type OpenVisitor = ReturnType<typeof setUpVisitors>

/** Another device opens the code's page and takes the pictures. */
export async function takePhotos(openVisitor: OpenVisitor, token: string, pictures: Sample[]) {
  const visitor = await openVisitor(phone)
  const { page } = visitor
  await open(page, `/photo#token=${token}`)
  await page.getByLabel('Photos', { exact: true }).setInputFiles(pictures.map(asPicked))
  await page.getByRole('img', { name: `Page ${pictures.length}` }).waitFor()
  return visitor
}

export async function sendPhotos(
  openVisitor: OpenVisitor,
  token: string,
  pictures: Sample[],
): Promise<void> {
  const { page } = await takePhotos(openVisitor, token, pictures)
  await page.getByRole('button', { name: /^Send / }).tap()
  await page.getByText('Continue on your computer.').waitFor()
}

export const jpegs = (...texts: string[]) => texts.map((text) => samples.jpeg({ text }))
