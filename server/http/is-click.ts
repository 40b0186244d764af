import type { Request } from 'express'

/**
 * Not a browser, though it says so: search engines, and what shows a preview of a page. A Cubot is
 * a phone.
 */
const programs = /(?<!\bcu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly/i

/** Fetched before anyone asked for it. */
export const isPrefetch = (req: Request): boolean =>
  /prefetch|prerender|preview/i.test(`${req.get('Sec-Purpose')} ${req.get('Purpose')}`)

/**
 * Whether a person opened the link, as far as that shows: every browser says Mozilla, few programs do, and most
 * browsers say whether they open a page or fetch a part of one, such as a picture or a frame.
 */
export function isOpenedByPerson(req: Request): boolean {
  const program = req.get('User-Agent') ?? ''
  const isPage = (req.get('Sec-Fetch-Dest') ?? 'document') === 'document'
  return req.method === 'GET' && isPage && program.startsWith('Mozilla/') && !programs.test(program)
}
