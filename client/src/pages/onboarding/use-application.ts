import { useState } from 'react'
import { profile } from '@shared/accounts'
import { useAccountForm } from '@/features/accounts/account-fields'
import { useCredentialForm } from '@/features/credentials/credential-fields'
import type { ChosenDocument } from '@/features/files/file-sending'
import type { SentDocument } from '@/features/files/use-upload'
import { forgetDraft, useDraft } from '@/lib/draft'

const drafts = { account: 'application', credentials: 'application-login' }
const accountFields = [...profile.keyof().options, 'agreeToTerms', 'contactConsent'] as const
// The notes may answer a security question.
const credentialFields = ['serviceName', 'serviceUrl', 'username'] as const

/**
 * An application as far as it has come; it outlives the tab it is filled in on, and but for secrets
 * and the file a reload of the page. Both ways of applying fill in the same account.
 */
export function useApplication() {
  const account = useAccountForm()
  const credentials = useCredentialForm()
  useDraft(account, drafts.account, accountFields)
  useDraft(credentials, drafts.credentials, credentialFields)
  const [file, setFile] = useState<ChosenDocument | null>(null)
  // Sent before the registration failed, so that only the registration is repeated; sent again only
  // when it was changed since.
  const sentFile = useState<SentDocument>(null)
  const [sentLogin, setSentLogin] = useState<{ asText: string; uploadKey: string } | null>(null)
  return { account, credentials, file, setFile, sentFile, sentLogin, setSentLogin }
}

/** Once an application has arrived, nothing of it stays in the browser. */
export function forgetApplication(): void {
  for (const key of Object.values(drafts)) forgetDraft(key)
}

export type Application = ReturnType<typeof useApplication>
