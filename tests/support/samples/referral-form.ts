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
