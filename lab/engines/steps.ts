import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineWindow, Target } from './engine'
import type { Applicant } from '@tests/support/client/people'
import { testAdmin } from '@tests/support/portal/portal-process'
import type { Sample } from '@tests/support/samples/samples'

const timeoutMs = 20_000

export const button = (name: string): Target => ({ kind: 'button', name })
export const heading = (name: string): Target => ({ kind: 'heading', name })
export const tab = (name: string): Target => ({ kind: 'tab', name })
/** The first whose label holds this. */
export const checkbox = (name: string): Target => ({ kind: 'checkbox', name })
const field = (name: string): Target => ({ kind: 'field', name })
export const text = (name: string): Target => ({ kind: 'text', name })

/** Asks again and again until the answer is yes. */
export async function eventually(
  what: string,
  isSo: () => Promise<boolean>,
  withinMs = timeoutMs,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (await isSo()) return
    await delay(100)
  }
  throw new Error(`Not seen within ${withinMs / 1000} s: ${what}`)
}

/** Asks the page until it answers yes; a page that is being left answers with an error. */
export const until = (window: EngineWindow, what: string, body: string, ...values: unknown[]) =>
  eventually(what, () => window.evaluate(body, ...values).then(Boolean, () => false))

export const see = (window: EngineWindow, target: Target) =>
  until(window, `${target.kind} ‘${target.name}’`, 'return Boolean(find(values[0]))', target)

export const seePage = (window: EngineWindow, path: string) =>
  until(window, path, 'return location.pathname === values[0]', path)

export async function press(window: EngineWindow, target: Target): Promise<void> {
  await see(window, target)
  await window.click(target)
}

export async function fill(window: EngineWindow, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await see(window, field(name))
    await window.type(field(name), value)
  }
}

export async function chooseSample(
  window: EngineWindow,
  folder: string,
  picker: string,
  { name, bytes }: Sample,
): Promise<void> {
  const path = join(await mkdtemp(join(folder, 'sample-')), name)
  await writeFile(path, bytes)
  await see(window, field(picker))
  await window.chooseFile(field(picker), path)
}

export async function fillAccount(window: EngineWindow, applicant: Applicant): Promise<void> {
  await fill(window, {
    'First name': applicant.firstName,
    'Last name': applicant.lastName,
    Email: applicant.email,
    'Phone number': applicant.phoneNumber,
    Password: applicant.password,
    'Confirm password': applicant.password,
  })
  await window.click(checkbox('I agree to the'))
}

export async function logIn(
  window: EngineWindow,
  { email, password }: { email: string; password: string } = testAdmin,
): Promise<void> {
  await fill(window, { Email: email, Password: password })
  await press(window, button('Log In'))
}
