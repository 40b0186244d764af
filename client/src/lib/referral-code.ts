import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { codeParameter, readCode } from '@shared/referral-codes'

let noted: string | null = null

const codeIn = (query: string | undefined) =>
  readCode(new URLSearchParams(query).get(codeParameter))

/**
 * Takes the code from the address that a referral link led to, for as long as this page lives. Where someone went on
 * before the app was there, that is the page before.
 */
export function noteReferralCode(): void {
  noted = codeIn(window.location.search) ?? noted ?? codeIn(document.referrer.split('?')[1])
}

/** The code to send along with a form; the server knows the browser's cookie as well. */
export function withReferralCode<Body extends object>(
  body: Body,
): Body & { referralCode?: string } {
  noteReferralCode()
  return noted ? { ...body, referralCode: noted } : body
}

/** Keeps the code in the address of a page with a form, so that a reload doesn't lose it. */
export function useCodeInAddress(): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    noteReferralCode()
    const query = new URLSearchParams(search)
    if (!noted || query.has(codeParameter)) return
    query.set(codeParameter, noted)
    const { hash } = window.location
    navigate(`${path}?${query}${hash}`, { replace: true, state: window.history.state })
  }, [path, search, navigate])
}
