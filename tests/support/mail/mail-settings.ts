import type { Mailbox } from './mailbox'

/** What the administrator would save to send mail through this mailbox. */
export const buildMailSettings = (mailbox: Mailbox, changes: object = {}) => ({
  email: 'portal@mail.example',
  appPassword: 'marker app password',
  host: '127.0.0.1',
  port: mailbox.port,
  secure: false,
  service: 'gmail',
  ...changes,
})
