import { expect, test } from 'vitest'
import { desk, phone } from '@tests/support/client/admin-window'
import {
  checkLook,
  chooseFile,
  expectFocus,
  expectToFit,
  open,
  rowWith,
  seeToast,
} from '@tests/support/client/journey-steps'
import { asPicked, newApplicant, ownPicture, signUp } from '@tests/support/client/people'
import { jpegs, sendPhotos, showCode, takePhotos } from '@tests/support/client/photo-handoff'
import { setUpVisitors } from '@tests/support/client/visitor'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()

async function openDashboard() {
  const partner = newApplicant()
  const { page, context } = await openVisitor(desk)
  await signUp(context.request, partner)
  await open(page, '/dashboard')
  return { page, ownName: ownPicture(partner).name }
}

test('photos are canceled on the phone while they are sent, and sent later with the same code', async () => {
  const { page: computer } = await openVisitor(desk)
  await open(computer, '/onboarding')
  const token = await showCode(computer)
  const { page, context } = await takePhotos(openVisitor, token, jpegs('one', 'two'))
  await checkLook(page)
  const network = await context.newCDPSession(page)
  const setThroughput = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await setThroughput(1_000)
  const send = page.getByRole('button', { name: 'Send 2 Photos' })
  await send.tap()
  const bar = page.getByRole('progressbar', { name: 'Sending your photos' })
  await bar.waitFor()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await bar.waitFor({ state: 'detached' })
  await expectFocus(send)
  expect(await page.locator('[data-refusal]').count()).toBe(0)

  await setThroughput(-1)
  await send.tap()
  await page.getByText('Continue on your computer.').waitFor()
  await computer.getByText('photos.pdf').waitFor()
})

test('photos of a phone are added to the documents on the dashboard', async () => {
  const { page } = await openDashboard()
  await page.getByRole('button', { name: 'Upload Additional File' }).click()
  await sendPhotos(openVisitor, await showCode(page), jpegs('one'))
  const dialog = page.getByRole('dialog', { name: 'Upload Additional File' })
  await dialog.getByText('photo.jpg').waitFor()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await seeToast(page, 'File uploaded successfully')
  await rowWith(page, 'photo.jpg', 'Pending').waitFor()
})

test('photos of a phone that come late replace the document that was chosen, and with it the stored one', async () => {
  const { page, ownName } = await openDashboard()
  await page.getByRole('button', { name: `Re-upload ${ownName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Re-upload Document' })
  const token = await showCode(page)
  const chosen = samples.docx()
  await chooseFile(page, chosen, 'The new document')
  await dialog.getByText(chosen.name).waitFor()
  await sendPhotos(openVisitor, token, jpegs('one', 'two'))
  await dialog.getByText('Your phone’s photos have arrived.').waitFor()
  await dialog.getByText(chosen.name).waitFor()
  await dialog.getByRole('button', { name: 'Use Them Instead' }).click()
  await dialog.getByText('photos.pdf').waitFor()
  await expectFocus(dialog.getByLabel('The new document'))
  await dialog.getByRole('button', { name: 'Re-upload', exact: true }).click()
  await seeToast(page, 'File re-uploaded successfully')
  await rowWith(page, 'photos.pdf', 'Pending').waitFor()
  expect(await rowWith(page, ownName).count()).toBe(0)
})

test('a HEIC photo is refused with what to do, and those beside it stay', async () => {
  const { page: computer } = await openVisitor(desk)
  await open(computer, '/onboarding')
  const heic = {
    name: 'IMG_0742.HEIC',
    type: 'image/heic',
    bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heic', 'latin1'),
  }
  const { page } = await openVisitor(phone)
  await open(page, `/photo#token=${await showCode(computer)}`)
  const [before, after] = jpegs('before', 'after')
  const chosen = [before, heic, after].flatMap((one) => (one ? [asPicked(one)] : []))
  await page.getByLabel('Photos', { exact: true }).setInputFiles(chosen)
  await page.getByText('This is a HEIC photo. Take a screenshot of it').waitFor()
  await page.getByRole('img', { name: 'Page 2' }).waitFor()
  expect(await page.getByRole('img', { name: /^Page / }).count()).toBe(2)
  await expectToFit(page)
})
