export interface RuleGroup {
  /** Files whose rules are taken out, as `git ls-files` takes them. */
  files: string[]
  /** Tests that may hold them, besides those of the file's own feature. */
  tests: string[]
}

/** Every call by everyone, what is recorded, and the limits of every call. */
const throughout = [
  'server/http/access',
  'server/http/limits-first',
  'server/http/rate-limits',
  'server/features/audit',
]

/** What must never be wrong: who gets which money, who may what, what is decided, sealed and limited. */
export const groups: Record<string, RuleGroup> = {
  money: {
    files: ['server/features/rewards', 'server/features/payouts', 'server/features/referrals'],
    tests: [
      'server/features/rewards',
      'server/features/payouts',
      'server/features/referrals',
      ...throughout,
    ],
  },
  access: {
    files: [
      ':(glob)server/features/**/policy.ts',
      ':(glob)server/features/**/*routes.ts',
      'server/features/files/queries.ts',
      'server/http/guards.ts',
      'server/http/missing-step.ts',
      'server/http/refuse-requests.ts',
      'server/http/session.ts',
      'server/http/session-store.ts',
      'server/db/claim.ts',
    ],
    tests: ['server/http', 'server/features/accounts', 'server/features/files'],
  },
  decisions: {
    files: [
      'server/db/review.ts',
      'server/features/decisions',
      'server/features/users',
      'server/features/bulk-runs',
      'server/features/credentials',
      ':(glob)server/features/files/*{review,decide,approve}*.ts',
    ],
    tests: [
      'server/features/decisions',
      'server/features/users',
      'server/features/files/review',
      'server/features/files/jobs',
      'server/features/rewards',
      ...throughout,
    ],
  },
  sealing: {
    files: ['server/db/sealing.ts', 'server/db/content-keys.ts', 'server/storage/sealing'],
    tests: ['server/db/sealing', 'server/storage', 'server/cli'],
  },
  matching: {
    files: ['server/features/matches', 'server/features/texts'],
    tests: ['server/features/matches', 'server/features/texts', ...throughout],
  },
  limits: {
    files: [
      'server/http/rate-limits.ts',
      'server/http/body-limits.ts',
      'server/http/fair-queue.ts',
      'server/http/limit-concurrency.ts',
      'server/features/accounts/check-login.ts',
      'server/features/accounts/register-account.ts',
    ],
    tests: [
      'server/http',
      'server/features/accounts',
      'server/features/consents',
      'server/features/mail',
      'server/features/matches',
      'server/features/messages',
      'server/features/referrals',
    ],
  },
}
