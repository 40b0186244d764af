import type { Page } from 'playwright-core'
import type { Answers } from '@tests/support/samples/desk-answers'
import type { Role } from './screenshot-people'

/** Brings the page into the state to be shown. */
type Act = (page: Page) => Promise<unknown>

export interface Shot {
  name: string
  path: string
  as: Role
  /** Widths at which this state exists; all by default. */
  widths?: number[]
  /** For what scrolls on its own: a window high enough to show all of it. */
  height?: number
  /** What the server would answer in a state that takes months to come to, by path. */
  answers?: Answers
  act?: Act
}

/** States of one page by name: what brings it into each, or how else the shot is another one. */
export const statesOf = (
  page: Omit<Shot, 'name'>,
  states: Record<string, Act | Partial<Shot>>,
): Shot[] =>
  Object.entries(states).map(([name, state]) => ({
    name,
    ...page,
    ...(typeof state === 'function' ? { act: state } : state),
  }))

/** One after the other. */
export const inTurn =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** A tab by its name, and by all of it: 'Referrals' is a part of others. */
export const openTab = (name: string) => (page: Page) =>
  page.getByRole('tab', { name, exact: true }).click()

export const submitEmpty = (page: Page) =>
  page.locator('form button[type="submit"]').first().click()

/** Answers calls in the server's place, for states that are hard to come to. */
export const answer =
  (path: string, status: number, json: object): Act =>
  (page) =>
    page.route(`**${path}`, (route) => route.fulfill({ status, json }))

/** The page once the server has failed to answer a call. */
export const failing = (path: string): Act =>
  inTurn(
    answer(path, 500, { message: 'Internal server error' }),
    (page) => page.reload(),
    (page) => page.getByRole('button', { name: 'Try Again' }).waitFor(),
  )
