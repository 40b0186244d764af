import { useState } from 'react'
import { useAccountForm } from '@/features/accounts/account-fields'
import { useCredentialForm } from '@/features/credentials/credential-fields'

/**
 * An application as far as it has come; it outlives the tab it is filled in on. Both ways of applying
 * fill in the same account.
 */
export function useApplication() {
  const account = useAccountForm()
  const credentials = useCredentialForm()
  const [file, setFile] = useState<File | null>(null)
  // Sent before the registration failed, so that only the registration is repeated; sent again only
  // when it was changed since.
  const [sentFile, setSentFile] = useState<{ file: File; uploadKey: string } | null>(null)
  const [sentLogin, setSentLogin] = useState<{ asText: string; uploadKey: string } | null>(null)
  return { account, credentials, file, setFile, sentFile, setSentFile, sentLogin, setSentLogin }
}

export type Application = ReturnType<typeof useApplication>
