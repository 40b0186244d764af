import { useLocation } from 'wouter'
import { paths } from './paths'
import { useSequence, useSingleKeys } from './use-shortcuts'

/** Where G and another key lead. */
export const jumpKeys = [
  { key: 'd', page: 'Dashboard', path: paths.admin },
  { key: 'u', page: 'Users', path: paths.adminUsers },
  { key: 'r', page: 'Credit Reports', path: paths.adminReports },
  { key: 'c', page: 'Monitoring Credentials', path: paths.adminCredentials },
  { key: 'i', page: 'Matching', path: paths.adminMatching },
  { key: 'f', page: 'Referrals', path: paths.adminReferrals },
  { key: 'p', page: 'Payouts', path: paths.adminPayouts },
  { key: 'e', page: 'Email', path: paths.adminEmail },
  { key: 't', page: 'SMS', path: paths.adminSms },
  { key: 'm', page: 'Messages', path: paths.adminMessages },
  { key: 's', page: 'Settings', path: paths.adminSettings },
  { key: 'a', page: 'Audit Trail', path: paths.adminAudit },
]

/** On every page of the administrator G and a letter lead to another page. */
export function useJumpKeys(): void {
  const [, navigate] = useLocation()
  const [hasKeys] = useSingleKeys()
  const jumps = jumpKeys.map(({ key, path }) => [key, () => navigate(path)] as const)
  useSequence(hasKeys ? 'g' : null, Object.fromEntries(jumps))
}
