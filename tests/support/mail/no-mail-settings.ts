import type { EmailSettings } from '@shared/mail'

/** Mail settings where none were saved and the environment has no mailbox. */
export const fakeMailSettings = (overrides: Partial<EmailSettings> = {}): EmailSettings => ({
  email: '',
  appPassword: false,
  host: 'smtp.gmail.com',
  port: 465,
  secure: true,
  service: 'gmail',
  sender: null,
  hasDefault: false,
  ...overrides,
})
