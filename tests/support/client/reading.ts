import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a part of a page says to someone who looks at it, as one line. */
export async function readText(part: Locator): Promise<string> {
  return (await part.innerText()).replace(/\s+/g, ' ')
}

/** Waits for the part, then expects every sentence in it. */
export async function expectToSay(part: Locator, sentences: readonly string[]): Promise<void> {
  await part.waitFor()
  const text = await readText(part)
  for (const sentence of sentences) expect(text).toContain(sentence)
}

/** The words of every element, in their order, once there are any. */
export async function readTexts(parts: Locator): Promise<string[]> {
  await parts.first().waitFor()
  const texts = await parts.allInnerTexts()
  return texts.map((text) => text.replace(/\s+/g, ' ').trim())
}

/** The words and addresses of the links in a part, in their order. */
export async function readLinks(part: Locator): Promise<[text: string, address: string][]> {
  await part.waitFor()
  return part
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.textContent.trim(), link.getAttribute('href') ?? '']),
    )
}

/** Goes to a page and waits until it is there. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Whether a part stands in the window, below the header that covers its top. */
export async function isInView(part: Locator): Promise<boolean> {
  return part.evaluate((node) => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const { top } = node.getBoundingClientRect()
    return top >= header && top < window.innerHeight
  })
}
