import type { APIRequestContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import { seeToast } from './journey-steps'
import { fullName, type Applicant } from './people'
import { signUpFamily } from './sign-up-family'
import type { Visitor } from './visitor'

const updated = 'Status updated successfully'
const [offered = ''] = defaultReasons.user
const [question = ''] = defaultReasons.question
/** Who is asked instead, of those who are decided. */
const asked = [2, 6]
const ownWords = 'Your score is 640.'

/** Until the person's panel is open beside the list, and all is there that a decision by key waits for. */
export async function seePerson(page: Page, person: Applicant): Promise<void> {
  const panel = page.getByRole('complementary', { name: fullName(person) })
  await panel.getByRole('img', { name: /^Preview of / }).waitFor()
  await panel.getByText('Includes 1 document').waitFor()
  await page.locator('[data-preview-loading]').waitFor({ state: 'detached' })
}

/**
 * Decides about so many people without a mouse, the newest first: asks one or two, rejects every fourth for a reason
 * that is offered, and takes the decision about the second back for a rejection in words.
 */
export async function decideByKey(
  size: number,
  openAdmin: (path: string) => Promise<Visitor>,
): Promise<void> {
  const { family, people } = await signUpFamily({ size })
  const expected = new Map<string, string | null>()
  const { page, context } = await openAdmin(`/admin/users?search=${family}&status=pending`)
  await page.getByText(`${size} users`, { exact: true }).waitFor()
  await page.keyboard.press('j')
  const readingsOf = ({ email }: Applicant) => listReadings(context.request, email)
  const [second, first] = people.slice(-2)
  if (first && second) {
    await expect.poll(() => readingsOf(first)).toContain('file.opened')
    await expect.poll(() => readingsOf(second)).toEqual(['file.loaded-ahead'])
  }
  for (const [index, person] of people.toReversed().entries()) {
    await seePerson(page, person)
    const isRejected = index % 4 === 3
    if (asked.includes(index)) {
      await ask(page, person)
    } else if (isRejected) {
      await reject(page, person, offered, () => page.keyboard.press('1'))
    } else {
      await page.keyboard.press('a')
      await seeToast(page, updated, `Approved ${fullName(person)} and 1 document`)
    }
    if (index === 1) {
      await undo(page, person)
      await reject(page, person, ownWords, () => page.keyboard.type(ownWords))
    }
    expected.set(person.firstName, index === 1 ? ownWords : isRejected ? offered : null)
  }
  await page.getByText('0 users', { exact: true }).waitFor()

  for (const person of people) expect(await readingsOf(person)).toContain('file.opened')
  const answer = await context.request.get(`/api/admin/users?search=${family}&limit=100`)
  const reasons = new Map<string, string | null>()
  for (const { firstName, status, statusReason } of await answer.json())
    reasons.set(firstName, status === 'rejected' ? statusReason : null)
  expect(Object.fromEntries(reasons)).toEqual(Object.fromEntries(expected))
}

/** The document that it is about stays in sight. */
async function reject(
  page: Page,
  person: Applicant,
  reason: string,
  giveReason: () => Promise<void>,
) {
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: `Reject ${fullName(person)}` })
  await dialog.getByRole('radio', { name: offered }).waitFor()
  await page.keyboard.press('Enter')
  const [reasons, shown] = await Promise.all([
    dialog.boundingBox(),
    page.getByRole('img', { name: /^Preview of / }).boundingBox(),
  ])
  expect((reasons?.x ?? NaN) + (reasons?.width ?? NaN)).toBeLessThanOrEqual(shown?.x ?? NaN)
  await giveReason()
  await page.keyboard.press('Enter')
  await seeToast(page, updated, `Rejected ${fullName(person)}: ${reason}`)
}

async function ask(page: Page, person: Applicant) {
  await page.keyboard.press('q')
  const dialog = page.getByRole('dialog', { name: `Ask ${fullName(person)}` })
  await dialog.getByRole('radio', { name: question }).waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await seeToast(page, 'Question sent', `Asked ${fullName(person)}: ${question}`)
}

async function undo(page: Page, person: Applicant): Promise<void> {
  await page.keyboard.press('z')
  await seeToast(
    page,
    'Decision undone',
    `${fullName(person)} is pending again. Everything approved along with it was undone too.`,
  )
  await seePerson(page, person)
}

/** What the audit trail says of the documents of a person: loaded ahead, opened. */
async function listReadings(request: APIRequestContext, email: string): Promise<string[]> {
  const answer = await request.get(`/api/admin/audit-events?search=${email}&kind=documents`)
  const events: { action: string }[] = await answer.json()
  return events
    .map(({ action }) => action)
    .filter((action) => ['file.loaded-ahead', 'file.opened'].includes(action))
}
