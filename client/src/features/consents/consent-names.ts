import type { ConsentKind } from '@shared/consents'

export const consentNames: Record<ConsentKind, string> = {
  calls: 'Phone calls',
  texts: 'Text messages',
  email: 'Email',
  recording: 'Call recording',
}
