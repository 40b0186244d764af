import { pages } from '@shared/pages'
import { busyDesk, owingDesk, tierDesk } from '@tests/support/samples/desk-answers'
import { answer, failing, inTurn, openTab, press, statesOf, type Shot } from './shot'

const dashboardShots = statesOf(
  { path: pages.dashboard, as: 'partner' },
  {
    'dashboard-new': { as: 'newcomer' },
    'dashboard-approved': { as: 'approved' },
    'dashboard-rejected': { as: 'rejected' },
    'dashboard-replacing': { as: 'replacing' },
    'dashboard-unproven': { as: 'unproven' },
    'dashboard-closing': { as: 'closing' },
    'dashboard-shared-login': { as: 'sharing' },
    'dashboard-correct-login': { as: 'sharing', act: press(/^Correct login/) },
    'dashboard-long-name': { as: 'longNamed' },
    'dashboard-add-document': { as: 'newcomer', act: press('Upload Additional File') },
    'dashboard-replace-document': press(/^Re-upload/),
    'dashboard-failed': failing('/api/files'),
  },
)

const deskShots = statesOf(
  { path: pages.dashboard, as: 'approved', answers: busyDesk },
  {
    'dashboard-desk': {},
    'dashboard-desk-tiers': { as: 'partner', answers: tierDesk },
    'dashboard-desk-owing': { as: 'rejected', answers: owingDesk },
    'dashboard-referrer': { as: 'referrer', answers: {} },
    'dashboard-replace-link': { as: 'referrer', answers: {}, act: press('Get a New Link') },
    'dashboard-payment-change': press('Change Payment Settings'),
    'dashboard-payment-errors': {
      as: 'secured',
      answers: tierDesk,
      act: inTurn(openTab('Bank transfer (ACH)'), press('Save Payment Settings')),
    },
    'dashboard-payment-paypal': { as: 'secured', answers: tierDesk, act: openTab('PayPal') },
  },
)

const part = (id: string) => ({ path: `${pages.account}#${id}` })
const accountShots = statesOf(
  { path: pages.account, as: 'partner' },
  {
    'account-referrer': { as: 'referrer' },
    'account-security': part('security'),
    'account-notifications': part('notifications'),
    'account-data': part('data'),
    'account-email-link': { as: 'moving' },
    'account-email-administrator': { as: 'wishing' },
    'account-two-step': { ...part('security'), as: 'secured' },
    'account-recovery-codes': {
      ...part('security'),
      as: 'secured',
      act: press('Get New Recovery Codes'),
    },
    'account-long-name': { as: 'longNamed' },
    'account-errors': press('Change Email'),
    'account-security-errors': { ...part('security'), act: press('Change Password') },
    'account-closing': { ...part('data'), act: press('Close My Account') },
    'account-password-dialog': {
      as: 'admin',
      act: inTurn(
        answer('/api/sessions**', 403, {
          message: 'Confirm it’s you.',
          code: 'reauthentication-required',
        }),
        press(/^(Log out |Log Out on All)/),
      ),
    },
  },
)

/** What those who have an account see of it. */
export const partnerShots: readonly Shot[] = [...dashboardShots, ...deskShots, ...accountShots]
