import type { Request, Response } from 'express'
import { cookieDays, cookieLinks, readCode } from '@shared/referral-codes'
import type { Env } from '../env'

const dayMs = 24 * 60 * 60_000

const nameFor = (env: Pick<Env, 'isHttps'>) => (env.isHttps ? '__Host-referral' : 'referral')

/** The codes of the links that were last opened in this browser, the last one first. */
export function readReferralCookie(req: Request, env: Pick<Env, 'isHttps'>): string[] {
  const start = `${nameFor(env)}=`
  const found = (req.get('Cookie') ?? '').split(/; */).find((one) => one.startsWith(start))
  const texts = found === undefined ? [] : found.slice(start.length).split('.', cookieLinks)
  return texts.map(readCode).filter((code) => code !== null)
}

/** Puts a code before those that the browser remembers. */
export function setReferralCookie(
  res: Response,
  env: Pick<Env, 'isHttps'>,
  { code, before }: { code: string; before: readonly string[] },
): void {
  const codes = [...new Set([code, ...before])].slice(0, cookieLinks)
  res.cookie(nameFor(env), codes.join('.'), {
    httpOnly: true,
    sameSite: 'lax',
    secure: env.isHttps,
    path: '/',
    maxAge: cookieDays * dayMs,
  })
}
