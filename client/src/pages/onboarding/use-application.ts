import { useState } from 'react'
import { useAccountForm } from '@/features/accounts/account-fields'
import { useCredentialForm } from '@/features/credentials/credential-fields'
import type { ChosenDocument } from '@/features/files/file-sending'
import type { SentDocument } from '@/features/files/use-upload'
import { forgetDraft } from '@/lib/draft'

/**
 * An application as far as it has come; it outlives the tab it is filled in on, and but for secrets
 * and the file a reload of the page. Both ways of applying fill in the same account.
 */
export function useApplication() {
  const account = useAccountForm()
  const credentials = useCredentialForm('application')
  const [file, setFile] = useState<ChosenDocument | null>(null)
  // Sent before the registration failed, so that only the registration is repeated; sent again only
  // when it was changed since.
  const sentFile = useState<SentDocument>(null)
  const [sentLogin, setSentLogin] = useState<{ asText: string; uploadKey: string } | null>(null)
  return { account, credentials, file, setFile, sentFile, sentLogin, setSentLogin }
}

/** Once an application has arrived, nothing of it stays in the browser. */
export function forgetApplication({ account, credentials }: Application): void {
  forgetDraft(account)
  forgetDraft(credentials)
}

export type Application = ReturnType<typeof useApplication>
