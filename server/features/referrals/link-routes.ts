import type { Router, Request } from 'express'
import { codeParameter, readCode } from '@shared/referral-codes'
import { isKnownPage, pages } from '@shared/pages'
import type { Context } from '../../http/context'
import { createVisitorRoutes } from '../../http/routes'
import { pathText } from '../../http/validate'
import { readReferralCookie, setReferralCookie } from '../../http/referral-cookie'
import { addClick } from './queries'
import { describeError } from '../../http/logger'

/**
 * Mounted on /r. A link leads to its page, and is remembered, whether or not its code is known. That is looked up
 * once the answer is sent, to count a click: nothing in it, nor how long it takes, tells a good code from any other.
 */
export function linkRoutes(context: Context): Router {
  const { db, env } = context
  const routes = createVisitorRoutes(context)

  // A slash or half an escape behind the code is no part of it, and no route takes those.
  routes.router.use((req, _res, next) => {
    const code = readCode(decodeLeniently(req.path))
    req.url = req.url.replace(/^[^?]*/, `/${code ?? '-'}`)
    next()
  })

  routes.get(
    '/:code',
    {
      about:
        '303 to `/?ref=CODE`, or to the page of the portal that `?to=` names, with a cookie for 90 days. Programs and prefetches are not counted.',
      sends: 'text/html',
      status: 303,
    },
    async (_ctx, { req, res }) => {
      // A browser that fetched ahead asks again when the link is opened, and that is a click.
      if (isPrefetch(req)) {
        res.status(503).set('X-Error-Code', 'prefetch').end()
        return
      }
      const { to } = req.query
      const page = typeof to === 'string' && isKnownPage(to) ? to : pages.home
      const code = readCode(pathText(req, 'code'))
      if (!code) {
        res.redirect(303, `${page}?${codeParameter}=`)
        return
      }
      const isOpened = isOpenedByPerson(req)
      const before = readReferralCookie(req, env)
      if (isOpened) setReferralCookie(res, env, { code, before })
      res.redirect(303, `${page}?${codeParameter}=${code}`)
      if (!isOpened || before.includes(code)) return
      await addClick(db, code).catch((error: unknown) =>
        req.log.warn({ err: describeError(error) }, 'click not counted'),
      )
    },
  )

  return routes.router
}

/** A code is plain letters, so an escape that was cut off is none of it. */
function decodeLeniently(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path.replaceAll(/%[\da-f]{0,2}/gi, ' ')
  }
}

/**
 * Not a browser, though it says so: search engines, and what shows a preview of a page. A Cubot is
 * a phone.
 */
const programs = /(?<!\bcu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly/i

/** Fetched before anyone asked for it. */
const isPrefetch = (req: Request): boolean =>
  /prefetch|prerender|preview/i.test(`${req.get('Sec-Purpose')} ${req.get('Purpose')}`)

/**
 * Whether a person opened the link, as far as that shows: every browser says Mozilla, few programs do, and most
 * browsers say whether they open a page or fetch a part of one, such as a picture or a frame.
 */
function isOpenedByPerson(req: Request): boolean {
  const program = req.get('User-Agent') ?? ''
  const isPage = (req.get('Sec-Fetch-Dest') ?? 'document') === 'document'
  return req.method === 'GET' && isPage && program.startsWith('Mozilla/') && !programs.test(program)
}
