/** Opens the administrator's own mail program with a mail begun. */
export function mailtoAddress(email: string, subject?: string): string {
  // Everything but the @ is escaped, so that no address can smuggle in further recipients.
  const to = encodeURIComponent(email).replace('%40', '@')
  return subject ? `mailto:${to}?subject=${encodeURIComponent(subject)}` : `mailto:${to}`
}

/** 'Re: …', once however often it was answered. */
export const replySubject = (subject: string): string =>
  /^re:/i.test(subject) ? subject : `Re: ${subject}`
