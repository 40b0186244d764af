/** Every page the app has. The server answers other paths with status 404, the app with its 404 page. */
export const pages = {
  home: '/',
  login: '/login',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  verifyEmail: '/verify-email',
  stopEmailChange: '/stop-email-change',
  meet: '/meet',
  photo: '/photo',
  emailChoices: '/email-choices',
  onboarding: '/onboarding',
  dashboard: '/dashboard',
  account: '/account',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminReports: '/admin/reports',
  adminCredentials: '/admin/credentials',
  adminMatching: '/admin/matching',
  adminReferrals: '/admin/referrals',
  adminPayouts: '/admin/payouts',
  adminEmail: '/admin/email',
  adminSms: '/admin/sms',
  adminMessages: '/admin/messages',
  adminSettings: '/admin/settings',
  adminAudit: '/admin/audit',
  adminSystem: '/admin/system',
  confirmation: '/confirmation',
  disclosures: '/disclosures',
  ftcDisclosures: '/ftc-disclosures',
  terms: '/terms',
  privacy: '/privacy',
  disputeResolution: '/dispute-resolution',
  communicationsCompliance: '/communications-compliance',
  referralProgram: '/referral-program',
  blog: '/blog',
  support: '/support',
  sitemap: '/sitemap',
} as const

export type AdminPath = Extract<(typeof pages)[keyof typeof pages], `/admin${string}`>

/** The cards of a partner's dashboard. A link to one is the page's address with its name. */
export const dashboardCards = [
  'question',
  'introduction',
  'document',
  'status',
  'steps',
  'documents',
  'logins',
  'referrals',
  'payments',
  'welcome',
] as const
export type DashboardCard = (typeof dashboardCards)[number]

export const pageOfCard = (card: DashboardCard) => `${pages.dashboard}#${card}` as const

const known = new Set<string>(Object.values(pages))

/** A trailing slash leads to the same page; another case does not. */
export const isKnownPage = (path: string): boolean => known.has(path.replace(/([^/])\/$/, '$1'))
