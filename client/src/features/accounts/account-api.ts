import type { ListedSession, SecondFactorState } from '@shared/accounts'
import type { EmailChangeState } from '@shared/email-changes'
import type { ProfileCompletion } from '@shared/profile-completion'
import { pathQuery } from '@/lib/query-client'

/** Other devices log in and out without this page's doing. */
export const sessionsQuery = pathQuery<ListedSession[]>('/api/sessions', { fresh: true })

/** A change of email is confirmed in a mail program, or by the administrator. */
export const emailChangeQuery = pathQuery<EmailChangeState>('/api/email-change', { fresh: true })

/** Steps are taken in several places, a mail program among them. */
export const profileCompletionQuery = pathQuery<ProfileCompletion>('/api/profile-completion', {
  fresh: true,
})

/** Another tab may have turned two-step login on or off. */
export const secondFactorQuery = pathQuery<SecondFactorState>('/api/second-factor', { fresh: true })

/** Turning two-step login on or off ends the other sessions, too. */
export const secondFactorRefreshes = ['/api/second-factor', '/api/sessions']
