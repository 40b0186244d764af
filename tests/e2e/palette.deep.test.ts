import { expect, test } from 'vitest'
import { setUpAdmin } from '@tests/support/client/admin-window'
import { checkLook, seeToast, waitUntilSettled } from '@tests/support/client/journey-steps'
import { fullName, newApplicant, ownPicture, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openAdmin = setUpAdmin(setUpVisitors())

test('the administrator finds a person, a page and an action without a mouse, or leaves all as it was', async () => {
  const person = newApplicant({ firstName: 'Ingeborg' })
  await signUp(await openSession(), person, ownPicture(person))
  const unseen = newApplicant({ firstName: 'Solveig' })
  const unseenSession = await openSession()
  await signUp(unseenSession, unseen, ownPicture(unseen))
  const { page } = await openAdmin('/admin')
  const opener = page.getByRole('button', { name: 'Find' })
  const box = page.getByRole('combobox', { name: /^Find a person/ })
  const active = page.getByRole('dialog').getByRole('option', { selected: true })
  const seeActive = (label: string) =>
    expect.poll(async () => (await active.textContent())?.startsWith(label)).toBe(true)

  await opener.click()
  await box.fill('no such thing anywhere')
  await page.getByText('Nothing found.').waitFor()
  await page.keyboard.press('Enter')
  await box.waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  for (const state of ['visible', 'detached'] as const) {
    await page.keyboard.press('Control+k')
    await box.waitFor({ state })
  }
  expect(new URL(page.url()).pathname).toBe('/admin')

  await page.keyboard.press('Control+k')
  await box.waitFor()
  await waitUntilSettled(page)
  const { y } = (await page.getByRole('dialog').boundingBox()) ?? {}
  await page.keyboard.type(fullName(person))
  await page.getByRole('option', { name: `Email ${fullName(person)}` }).waitFor()
  expect((await page.getByRole('dialog').boundingBox())?.y).toBe(y)
  await seeActive(fullName(person))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/users?open=*')
  await page.getByRole('heading', { level: 2, name: fullName(person) }).waitFor()

  await page.keyboard.press('Control+k')
  await box.waitFor()
  await page.keyboard.type('keyb')
  await seeActive('Keyboard Shortcuts')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor()
  await page.keyboard.press('Escape')

  for (const key of ['KeyG', 'KeyD']) await page.keyboard.press(key)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  for (const [answer, status] of [
    ['Escape', 'pending'],
    ['Enter', 'approved'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await box.waitFor()
    await page.keyboard.type(`approve ${fullName(unseen)}`)
    await seeActive(`Approve ${fullName(unseen)}`)
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: `Approve ${fullName(unseen)}?` })
    await question.getByText('Document not opened.').waitFor()
    await page.keyboard.press(answer)
    await question.waitFor({ state: 'detached' })
    await box.waitFor({ state: 'detached' })
    if (answer === 'Enter')
      await seeToast(
        page,
        'Status updated successfully',
        `Approved ${fullName(unseen)} and 1 document`,
      )
    const user = await (await unseenSession.get('/api/user')).json()
    expect(user.status).toBe(status)
  }

  await page.keyboard.press('Meta+k')
  await box.waitFor()
  await page.keyboard.type('audit')
  await seeActive('Audit Trail')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Audit Trail' }).waitFor()

  await page.setViewportSize({ width: 360, height: 740 })
  await opener.click()
  await box.fill('log')
  await page.getByRole('option', { name: 'Log Out' }).waitFor()
  await checkLook(page)
  while ((await active.textContent()) !== 'Log Out') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/$/)
  await page.goto('/admin')
  await page.getByText('Admin Login').first().waitFor()
})
