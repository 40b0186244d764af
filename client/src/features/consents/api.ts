import { useQuery } from '@tanstack/react-query'
import type { ConsentKind, ConsentSource, ConsentState } from '@shared/consents'
import { pathQuery } from '@/lib/query-client'

const ownPath = '/api/consents'

export const consentsQuery = pathQuery<ConsentState[]>(ownPath)

/** Consents of someone, for the administrator; always fetched again, because they may have changed their mind. */
export const userConsentsQuery = (userId: number) => {
  const path = `/api/admin/users/${userId}/consents`
  return pathQuery<ConsentState[]>(path, { fresh: true })
}

/** How someone may be reached besides by email, which every page that offers it reads; null while that isn't known. */
export function useWaysToReach(userId: number | null | undefined) {
  const { data, isError } = useQuery({
    ...userConsentsQuery(userId ?? 0),
    enabled: Boolean(userId),
  })
  const agreesTo = (wanted: ConsentKind) =>
    data?.some(({ kind, isGiven }) => kind === wanted && isGiven) === true
  return { ways: data ? { calls: agreesTo('calls'), texts: agreesTo('texts') } : null, isError }
}

export const consentNames: Record<ConsentKind, string> = {
  calls: 'Phone calls',
  texts: 'Text messages',
  email: 'Email',
  recording: 'Call recording',
}

export const consentPlaces: Record<ConsentSource, string> = {
  'sign-up': 'on the application form',
  account: 'online',
  phone: 'on the phone',
  text: 'by text message',
  email: 'by email',
  letter: 'by letter',
  'in-person': 'in person',
  reply: 'by a reply to a text message',
}
