import { access } from './access'
import { credentials } from './credentials'
import { fileNames } from './file-names'
import { decisions } from './decisions'
import { emailChanges } from './email-changes'
import { publicForms } from './forms'
import type { HostileCase } from './hostile-case'
import { http } from './http'
import { httpPaths } from './http-paths'
import { introductions } from './introductions'
import { jsonBodies } from './json-bodies'
import { queries } from './lists'
import { logins } from './logins'
import { mailChoices } from './mail-choices'
import { mailConnections } from './mail-connections'
import { mailSettings } from './mail-settings'
import { matchDesk } from './match-desk'
import { multipartForms } from './multipart'
import { newAccounts } from './new-accounts'
import { objects } from './objects'
import { outgoingMail } from './outgoing-mail'
import { ownAccount } from './own-account'
import { ownLogins } from './own-logins'
import { ownRewards } from './own-rewards'
import { passwordResets } from './password-resets'
import { payoutRuns } from './payout-runs'
import { photoHandoffs } from './photo-handoffs'
import { questions } from './questions'
import { referralLinks } from './referral-links'
import { registrations } from './registrations'
import { reviewDesk } from './review-desk'
import { rewardRules } from './reward-rules'
import { sessions } from './sessions'
import { texts } from './texts'
import { tokens } from './tokens'
import { uploads } from './uploads'

export const groups: readonly (readonly [name: string, cases: readonly HostileCase[]])[] = [
  ['uploads', uploads],
  ['file names', fileNames],
  ['photos from a phone', photoHandoffs],
  ['multipart forms', multipartForms],
  ['JSON bodies', jsonBodies],
  ['registrations', [...registrations, ...newAccounts]],
  ['logins and sessions', [...logins, ...sessions]],
  ['access', [...access, ...objects, ...decisions]],
  ['the review desk', [...reviewDesk, ...questions]],
  ['file tokens', tokens],
  ['shared logins', credentials],
  ['mail settings', [...mailSettings, ...mailConnections]],
  ['outgoing mail', outgoingMail],
  ['password resets', passwordResets],
  ['one’s own account', [...ownAccount, ...ownLogins, ...emailChanges, ...mailChoices]],
  ['lists', queries],
  ['public forms', publicForms],
  ['referral links', referralLinks],
  ['rewards and payouts', [...rewardRules, ...payoutRuns, ...ownRewards]],
  ['introductions', [...introductions, ...matchDesk]],
  ['text messages', texts],
  ['HTTP', [...http, ...httpPaths]],
]
