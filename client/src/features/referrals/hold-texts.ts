import type { ListedHold, ReferredPerson, ReferralState } from '@shared/referred-people'

export const holdTexts: Record<ListedHold['reason'], string> = {
  'same-email': 'Same mailbox as the referrer',
  'same-phone': 'Same phone as the referrer',
  'same-document': 'Sent the same document as the referrer',
  'same-payment-details': 'Same payment details as the referrer',
  'same-network': 'Signed up from the same network as the referrer',
  'same-payee': 'Another referrer is paid to the same account',
  'earlier-account': 'Had an account before',
  burst: 'Many sign-ups from one network within a day',
}

export const stateTexts: Record<ReferralState, string> = {
  held: 'On hold',
  'in-review': 'In review',
  approved: 'Approved',
  'not-approved': 'Not approved',
}

export const sourceTexts: Record<ReferredPerson['source'], string> = {
  link: 'Referral link',
  form: 'Referral form',
  administrator: 'Set by hand',
}

export const openHolds = ({ holds }: Pick<ReferredPerson, 'holds'>): ListedHold[] =>
  holds.filter(({ outcome }) => outcome === null)
