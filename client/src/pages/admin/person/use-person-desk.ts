import { useQuery } from '@tanstack/react-query'
import { useCredentialActions } from '@/features/credentials/api'
import { userQuery, useUserActions } from '@/features/users/api'
import { useFileDesk } from '../file-desk'
import { usePerson } from './use-person'

/** What is known of a person whose row is open, and what can be done about them. */
export function usePersonDesk(userId: number | null) {
  return {
    users: useUserActions(),
    logins: useCredentialActions(),
    desk: useFileDesk(),
    person: usePerson(userId),
  }
}

/** Whose document or login it is; null while that is not known, and for one without an account. */
export function useOwner(userId: number | null) {
  const { data } = useQuery({ ...userQuery(String(userId ?? '')), enabled: userId !== null })
  return data ?? null
}
