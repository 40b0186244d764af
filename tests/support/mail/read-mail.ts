import PostalMime from 'postal-mime'

export interface ReceivedMail {
  /** Where the server was told to put it. */
  to: string[]
  from: string
  replyTo: string
  subject: string
  messageId: string
  text: string
  html: string
  /** With what calendars take from a mail, the lines ended by \n. */
  attachments: { mimeType: string; method: string; filename: string | null; text: string }[]
  /** As it went over the wire. */
  raw: string
}

export async function readMail(raw: string, to: string[]): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    to,
    from: mail.from?.address ?? '',
    replyTo: mail.replyTo?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: (mail.text ?? '').trimEnd(),
    html: (mail.html ?? '').trimEnd(),
    attachments: mail.attachments.map(({ mimeType, method = '', filename, content }) => ({
      mimeType,
      method,
      filename,
      text: typeof content === 'string' ? content : new TextDecoder().decode(content),
    })),
    raw,
  }
}
