import { useLocation } from 'wouter'
import { paths } from './paths'
import { useSequence } from './use-shortcuts'

interface AdminPage {
  path: string
  /** As the navigation calls it. */
  label: string
  /** The heading, if another one. */
  title?: string
  /** Leads there after G. */
  key: string
}

export const adminPages: readonly AdminPage[] = [
  { path: paths.admin, label: 'Dashboard', key: 'd' },
  { path: paths.adminUsers, label: 'Users', key: 'u' },
  { path: paths.adminReports, label: 'Credit Reports', key: 'r' },
  {
    path: paths.adminCredentials,
    label: 'Monitoring Credentials',
    title: 'Credit Monitoring Credentials',
    key: 'c',
  },
  { path: paths.adminMatching, label: 'Matching', key: 'i' },
  { path: paths.adminReferrals, label: 'Referrals', key: 'f' },
  { path: paths.adminPayouts, label: 'Payouts', key: 'p' },
  { path: paths.adminEmail, label: 'Email', title: 'Email Integration', key: 'e' },
  { path: paths.adminSms, label: 'SMS', title: 'SMS Integration', key: 't' },
  { path: paths.adminMessages, label: 'Messages', key: 'm' },
  { path: paths.adminSettings, label: 'Settings', key: 's' },
  { path: paths.adminAudit, label: 'Audit Trail', key: 'a' },
  { path: paths.adminSystem, label: 'System', key: 'y' },
]

/** On every page of the administrator G and a letter lead to another page. */
export function useJumpKeys(): void {
  const [, navigate] = useLocation()
  const jumps = adminPages.map(({ key, path }) => [key, () => navigate(path)] as const)
  useSequence('g', Object.fromEntries(jumps))
}
