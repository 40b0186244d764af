import type { Router } from 'express'
import { codeParameter, readCode } from '@shared/referral-codes'
import { isKnownPage, pages } from '@shared/pages'
import type { Context } from '../../http/context'
import { describeError } from '../../http/describe-error'
import { createRouter } from '../../http/router'
import { isOpenedByPerson, isPrefetch } from '../../http/is-click'
import { addClick } from './queries'
import { readReferralCookie, setReferralCookie } from '../../http/referral-cookie'

/**
 * Mounted on /r. A link leads to its page, and is remembered, whether or not its code is known. That is looked up
 * once the answer is sent, to count a click: nothing in it, nor how long it takes, tells a good code from any other.
 */
export function linkRoutes({ db, env }: Context): Router {
  const router = createRouter()

  router.get('/:code', async (req, res) => {
    // A browser that fetched ahead asks again when the link is opened, and that is a click.
    if (isPrefetch(req)) {
      res.status(503).end()
      return
    }
    const { code: given } = req.params
    const { to } = req.query
    const page = typeof to === 'string' && isKnownPage(to) ? to : pages.home
    const code = readCode(given)
    if (!code) {
      res.redirect(303, page)
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
  })

  return router
}
