const payPal = {
  method: 'paypal',
  email: 'rosa@partner.example',
  currentPassword: 'not the password',
}

/** Someone's own, about what they earn with referrals, and how they are paid. */
export const deskCalls = [
  ['get', '/api/profile-completion'],
  ['post', '/api/email-confirmation'],
  ['post', '/api/account/terms', { agreeToTerms: true }],
  ['get', '/api/payment-settings'],
  ['put', '/api/payment-settings', payPal],
  ['get', '/api/referral-desk'],
  ['get', '/api/referral-desk/referrals'],
  ['get', '/api/referral-desk/statements'],
  ['get', '/api/referral-desk/statements/:month'],
  ['get', '/api/referral-desk/statements/:month.csv'],
  ['get', '/api/referral-desk/statements/:month.pdf'],
  ['post', '/api/referral-link'],
] as const
