import { expect, test } from 'vitest'
import { desk, phone } from '@tests/support/client/admin-window'
import { fillAccountFields, open } from '@tests/support/client/journey-steps'
import { newApplicant } from '@tests/support/client/people'
import { jpegs, sendPhotos, showCode } from '@tests/support/client/photo-handoff'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

test('photos of a phone become the document of an application on a computer', async () => {
  const { page } = await openVisitor(desk)
  await open(page, '/onboarding')
  await sendPhotos(openVisitor, await showCode(page), jpegs('one', 'two'))
  await page.getByText('photos.pdf').waitFor()
  await fillAccountFields(page, newApplicant())
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByText('Document Submitted & Account Created!').waitFor()
})

test('a long screenshot arrives in its own width, with small print that can be read', async () => {
  const { page: computer } = await openVisitor(desk)
  await open(computer, '/onboarding')
  const token = await showCode(computer)
  const { page } = await openVisitor(phone)
  await open(page, `/photo#token=${token}`)
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1170, height: 10_833 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    for (let top = 0; top < canvas.height; top += 8) {
      context.fillStyle = top % 16 === 0 ? '#000' : '#fff'
      context.fillRect(0, top, canvas.width, 8)
    }
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  const buffer = Buffer.from(drawn, 'base64')
  const input = page.getByLabel('Photos', { exact: true })
  await input.setInputFiles({ name: 'screenshot.png', mimeType: 'image/png', buffer })
  const shown = page.getByRole('img', { name: 'Page 1' })
  await shown.waitFor()
  const arrived = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 32 })
    const context = canvas.getContext('2d')
    context?.drawImage(image, 500, 5_008, 1, 32, 0, 0, 1, 32)
    const pixels = context?.getImageData(0, 0, 1, 32).data ?? new Uint8ClampedArray(128)
    const lights = [4, 12].map((top) => pixels[top * 4] ?? 0)
    return { size: [image.naturalWidth, image.naturalHeight], lights }
  })
  expect(arrived.size).toEqual([1170, 10_833])
  const [first = 0, second = 0] = arrived.lights
  expect(Math.abs(first - second)).toBeGreaterThan(200)
  await page.getByRole('button', { name: /^Send / }).tap()
  await computer.getByText('photo.jpg').waitFor()
})
