import type { Page } from 'playwright-core'
import type { Role } from './screenshot-data'

/** A function finds its answer by what else the address says. */
export type Answers = Record<string, object | ((query: URLSearchParams) => object)>

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
  /** Brings the page into the state to be shown. */
  act?: (page: Page) => Promise<unknown>
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** Answers calls in the server's place, for states that are hard to come to. */
export const answer = (page: Page, path: string, status: number, json: object) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json }))

export async function answerAll(page: Page, answers: Answers): Promise<void> {
  for (const [path, found] of Object.entries(answers)) {
    await page.route(
      ({ pathname }) => pathname === path,
      (route) => {
        const { searchParams } = new URL(route.request().url())
        return route.fulfill({ json: typeof found === 'function' ? found(searchParams) : found })
      },
    )
  }
}
