import type { CurrentUser } from '@shared/accounts'

/** A partner whose application is under review, as `GET /api/user` answers. */
export const fakePartner = (overrides: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 1,
  firstName: 'Rosa',
  lastName: 'Delgado',
  email: 'rosa@partner.example',
  phoneNumber: '(303) 555-0199',
  status: 'pending',
  statusReason: null,
  statusAt: null,
  isAdmin: 0,
  createdAt: '2026-11-20T09:41:00.000Z',
  ...overrides,
})
