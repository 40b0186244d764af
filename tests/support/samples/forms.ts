import { randomBytes } from 'node:crypto'

let serial = 0

/** A registration that succeeds with the uploadKey of an unclaimed file or credential. */
export function buildRegistration<Overrides extends object>(overrides: Overrides) {
  serial += 1
  return {
    email: `applicant-${serial}@example.com`,
    password: 'a long enough phrase',
    firstName: 'Ada',
    lastName: 'Applicant',
    phoneNumber: '(303) 555-0199',
    agreeToTerms: true,
    ...overrides,
  }
}

/** A well-formed key that does not exist. */
export const unknownKey = () => randomBytes(32).toString('base64url')

/** What the referral form is sent with. */
export const buildReferral = (overrides: object = {}) => ({
  name: 'Sam',
  email: 'sam@partner.example',
  phone: '3035550111',
  referralName: 'Kim',
  referralEmail: 'kim@partner.example',
  referralPhone: '3035550112',
  ...overrides,
})
