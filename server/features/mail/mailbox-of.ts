/** Where mail to an address ends up, as `mailboxOf` of the users' table says it in SQL. */
export function mailboxOf(email: string): string {
  const [before = '', domain = ''] = email.toLowerCase().split('@')
  const local = before.replace(/\+.*/, '')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
